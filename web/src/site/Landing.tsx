import { siteCopy } from '@/copy/site'
import { Banner } from './Banner'
import { Footer } from './Footer'
import { Header } from './Header'
import { Hero } from './Hero'
import { LandingSections } from './LandingSections'
import { RENDERS_STATIC_HTML, StaticHtml } from './StaticHtml'
import type { SiteConfig } from './siteConfig'
import { useSignInLink } from './useSignInLink'
import { useSiteDialogs } from './useSiteDialogs'
import { useVisitor } from './useVisitor'

/** `/`: the front page (SPEC §2). */
export function Landing({ config }: { config: SiteConfig }) {
  const visitorActions = useVisitor()
  const dialogs = useSiteDialogs()
  useSignInLink(visitorActions)
  const { visitor, signInLink } = visitorActions
  const { Dialog } = dialogs
  return (
    <>
      <a className="skip" href="#content">
        {siteCopy.skip}
      </a>
      <Header productName={config.productName} visitorActions={visitorActions} dialogs={dialogs} />
      <StaticHtml>{RENDERS_STATIC_HTML && <Banner config={config} />}</StaticHtml>
      <main id="content" tabIndex={-1}>
        {visitor.isAccountDeleted && !visitor.signedIn && (
          <p className="account-deleted" role="alert">
            {siteCopy.farewell}
          </p>
        )}
        {visitor.requestedPage && !visitor.signedIn && (
          <p className="notice" role="status">
            {siteCopy.signInFirst}{' '}
            <a className="link" {...signInLink('login')}>
              {siteCopy.nav.login}
            </a>
          </p>
        )}
        {visitor.failed && (
          <p className="failure" role="alert">
            {siteCopy.unavailable}
          </p>
        )}
        {dialogs.failed && (
          <p className="failure" role="alert">
            {siteCopy.dialogUnavailable}
          </p>
        )}
        <Hero visitorActions={visitorActions} dialogs={dialogs} />
        <StaticHtml>{RENDERS_STATIC_HTML && <LandingSections config={config} />}</StaticHtml>
      </main>
      <StaticHtml>{RENDERS_STATIC_HTML && <Footer config={config} />}</StaticHtml>
      {Dialog && (
        <Dialog
          key={window.location.hash}
          productName={config.productName}
          onClose={dialogs.close}
          inviteCode={visitor.ref}
          onJoin={(code) => visitorActions.enter('student', undefined, code)}
          onShowWaitlist={dialogs.switchToWaitlist}
        />
      )}
    </>
  )
}
