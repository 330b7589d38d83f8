import { type MouseEvent, useState } from 'react'
import { siteCopy } from '@/copy/site'
import { LanguageLink } from './LanguageLink'
import { SiteBrand } from './SiteBrand'
import { RENDERS_STATIC_HTML, StaticHtml } from './StaticHtml'
import type { useSiteDialogs } from './useSiteDialogs'
import type { useVisitor } from './useVisitor'

const copy = siteCopy.nav

interface HeaderProps {
  productName: string
  visitorActions: ReturnType<typeof useVisitor>
  dialogs: ReturnType<typeof useSiteDialogs>
}

/** Product name and links to sign in; on narrow screens the links are in a menu. */
export function Header({ productName, visitorActions, dialogs }: HeaderProps) {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu; its button does the rest
    <header
      className="header"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setIsMenuOpen(false)
      }}
    >
      <StaticHtml>{RENDERS_STATIC_HTML && <SiteBrand productName={productName} />}</StaticHtml>
      <LanguageLink path="/" />
      <button
        type="button"
        className="menu-button"
        aria-expanded={isMenuOpen}
        aria-controls="header-actions"
        onClick={() => setIsMenuOpen(!isMenuOpen)}
      >
        {copy.menu}
      </button>
      <nav
        id="header-actions"
        className="header-actions"
        data-open={isMenuOpen || undefined}
        aria-label={copy.label}
      >
        {visitorActions.visitor.signedIn ? (
          <SignedInActions visitorActions={visitorActions} />
        ) : (
          <SignInActions
            visitorActions={visitorActions}
            dialogs={dialogs}
            onCloseMenu={() => setIsMenuOpen(false)}
          />
        )}
      </nav>
    </header>
  )
}

function SignedInActions({ visitorActions }: Pick<HeaderProps, 'visitorActions'>) {
  const { visitor, goHome, logout } = visitorActions
  return (
    <>
      <button type="button" className="header-action" onClick={() => void logout()} disabled={visitor.busy}>
        {copy.logout}
      </button>
      <button type="button" className="button" onClick={() => void goHome()} disabled={visitor.busy}>
        {copy.continue}
      </button>
    </>
  )
}

interface SignInActionsProps extends Pick<HeaderProps, 'visitorActions' | 'dialogs'> {
  onCloseMenu: () => void
}

function SignInActions({ visitorActions, dialogs, onCloseMenu }: SignInActionsProps) {
  const { signInLink } = visitorActions
  const closingMenu = (link: typeof dialogs.waitlistLink) => ({
    ...link,
    onClick: (event: MouseEvent<HTMLElement>) => {
      onCloseMenu()
      link.onClick(event)
    },
  })
  return (
    <>
      <a className="header-action" {...closingMenu(dialogs.waitlistLink)}>
        {copy.waitlist}
      </a>
      <a className="header-action" {...signInLink('teacher')}>
        {copy.teacher}
      </a>
      <a className="header-action" {...closingMenu(dialogs.inviteCodeLink)}>
        {copy.student}
      </a>
      <a className="button" {...signInLink('login')}>
        {copy.login}
      </a>
    </>
  )
}
