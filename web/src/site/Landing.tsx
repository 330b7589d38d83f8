import { siteCopy } from '@/copy/site'
import { Below } from './Below'
import { Footer } from './Footer'
import { Header } from './Header'
import { Hero } from './Hero'
import type { SiteConfig } from './siteConfig'
import { DRAWN, Still } from './still'
import { useVisitor } from './useVisitor'
import { useWaitlist } from './useWaitlist'

/** `/`: what the product is, and the ways in (SPEC §2). */
export function Landing({ config }: { config: SiteConfig }) {
  const way = useVisitor()
  const waitlist = useWaitlist()
  const { Dialog } = waitlist
  return (
    <>
      <a className="skip" href="#content">
        {siteCopy.skip}
      </a>
      <Header productName={config.productName} way={way} waitlist={waitlist} />
      <p className="banner">
        <b>{siteCopy.bannerLead}</b>
        {siteCopy.banner}
      </p>
      <noscript>
        <p className="failure">{siteCopy.withoutScripts(config.supportEmail)}</p>
      </noscript>
      <main id="content" tabIndex={-1}>
        {way.visitor.farewell && !way.visitor.signedIn && (
          <p className="farewell" role="alert">
            {siteCopy.farewell}
          </p>
        )}
        {way.visitor.failed && (
          <p className="failure" role="alert">
            {siteCopy.unavailable}
          </p>
        )}
        {waitlist.failed && (
          <p className="failure" role="alert">
            {siteCopy.waitlistUnavailable}
          </p>
        )}
        <Hero way={way} waitlist={waitlist} />
        <Still>{DRAWN && <Below config={config} />}</Still>
      </main>
      <Still>{DRAWN && <Footer config={config} />}</Still>
      {Dialog && (
        <Dialog key={window.location.hash} productName={config.productName} onClose={waitlist.close} />
      )}
    </>
  )
}
