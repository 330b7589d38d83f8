import { useState } from 'react'
import { siteCopy } from '@/copy/site'
import { Kolam } from '@/ui/Kolam'
import type { useVisitor } from './useVisitor'

const copy = siteCopy.nav

interface HeaderProps {
  productName: string
  way: ReturnType<typeof useVisitor>
}

/** Name and ways in; on narrow screens the ways fold into a menu. */
export function Header({ productName, way }: HeaderProps) {
  const [open, setOpen] = useState(false)
  const { visitor, enter, goHome, logout } = way
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape inside closes the menu; the button that opens it does the rest
    <header
      className="header"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      <a className="brand" href="/">
        <Kolam seed="mark" size={3} density={1} diamond={false} strokeWidth={0.09} className="mark" />
        <span>{productName}</span>
      </a>
      <button
        type="button"
        className="menu-button"
        aria-expanded={open}
        aria-controls="ways"
        onClick={() => setOpen(!open)}
      >
        {copy.menu}
      </button>
      <nav id="ways" className="ways" data-open={open || undefined} aria-label={copy.label}>
        {visitor.signedIn ? (
          <>
            <button type="button" className="way" onClick={() => void logout()} disabled={visitor.busy}>
              {copy.logout}
            </button>
            <button type="button" className="button" onClick={() => void goHome()} disabled={visitor.busy}>
              {copy.continue}
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              className="way"
              onClick={() => void enter('teacher')}
              disabled={visitor.busy}
            >
              {copy.teacher}
            </button>
            <button
              type="button"
              className="way"
              onClick={() => void enter('student')}
              disabled={visitor.busy}
            >
              {copy.student}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => void enter('login')}
              disabled={visitor.busy}
            >
              {copy.login}
            </button>
          </>
        )}
      </nav>
    </header>
  )
}
