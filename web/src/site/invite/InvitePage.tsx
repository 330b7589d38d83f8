import { inviteCopy as copy } from '@/copy/invite'
import { PageFrame } from '@/site/PageFrame'
import type { SiteConfig } from '@/site/siteConfig'
import { acceptLink } from './acceptLink'
import { Facts } from './Facts'
import { InviteSteps } from './InviteSteps'
import { OpenTimes } from './OpenTimes'
import { Price } from './Price'

/**
 * `/t/{code}`: a teacher's invitation. Rendered at build time with placeholders, which the server
 * replaces for each request (`crates/server/src/web/invitation`). Elements with `data-part` are
 * repeated for each item of a list, or omitted.
 */
export function InvitePage({ config }: { config: SiteConfig }) {
  return (
    <PageFrame config={config} path="/t/{{code}}">
      <noscript>
        <p className="invite-note">{copy.withoutScripts(config.supportEmail)}</p>
      </noscript>
      <main id="content" className="invite" tabIndex={-1}>
        <p className="invite-note" role="alert" id="sign-in-failed" hidden>
          {copy.unavailable}
        </p>
        <header className="invite-head">
          <div className="portrait" data-part="noPhoto">
            {'{{emblem}}'}
          </div>
          <div className="portrait" data-part="photo">
            <img src="{{photo}}" alt="" width={800} height={800} fetchPriority="high" />
          </div>
          <div className="invite-words">
            <p className="eyebrow">{copy.eyebrow}</p>
            <h1 dir="auto">{copy.heading('{{name}}', '{{styles}}')}</h1>
            <div className="invite-action">
              <AcceptLink />
              <p>{copy.acceptHint}</p>
            </div>
          </div>
        </header>
        <div className="invite-body">
          <div className="invite-offer">
            <OpenTimes />
            <Price />
          </div>
          <Facts />
        </div>
        <InviteSteps />
        <div className="invite-action last">
          <AcceptLink />
          <p>
            {copy.code}: <b>{'{{code}}'}</b>
          </p>
        </div>
      </main>
      <div className="invite-bar">
        <AcceptLink />
      </div>
    </PageFrame>
  )
}

function AcceptLink() {
  return (
    <a className="button" {...acceptLink}>
      {copy.accept}
    </a>
  )
}
