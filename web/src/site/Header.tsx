import { useState } from 'react'
import { siteCopy } from '@/copy/site'
import { Brand } from './Brand'
import { LanguageLink } from './LanguageLink'
import { DRAWN, Still } from './still'
import type { useVisitor } from './useVisitor'
import type { useWaitlist } from './useWaitlist'

const copy = siteCopy.nav

interface HeaderProps {
  productName: string
  way: ReturnType<typeof useVisitor>
  waitlist: ReturnType<typeof useWaitlist>
}

/** Name and ways in; on narrow screens the ways fold into a menu. */
export function Header({ productName, way, waitlist }: HeaderProps) {
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
      <Still>{DRAWN && <Brand productName={productName} />}</Still>
      <LanguageLink path="/" />
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
              onClick={() => {
                setOpen(false)
                waitlist.show()
              }}
              onPointerEnter={waitlist.prepare}
              onFocus={waitlist.prepare}
              aria-haspopup="dialog"
            >
              {copy.waitlist}
            </button>
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
