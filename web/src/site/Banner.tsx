import { bannerCopy as copy } from '@/copy/siteSections'
import type { SiteConfig } from './siteConfig'

/** The part below the header of the front page: an offer for teachers, and a notice for browsers without scripts. */
export function Banner({ config }: { config: SiteConfig }) {
  return (
    <>
      <aside className="banner" aria-label={copy.label}>
        <p>
          <b>{copy.lead}</b>
          {copy.text}
        </p>
      </aside>
      <noscript>
        <p className="failure">{copy.withoutScripts(config.supportEmail)}</p>
      </noscript>
    </>
  )
}
