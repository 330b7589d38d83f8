import { classTypeLabel } from '@/copy/labels'
import { siteCopy } from '@/copy/site'
import { Kolam } from '@/ui/Kolam'
import { RENDERS_STATIC_HTML, StaticHtml } from './StaticHtml'
import type { useSiteDialogs } from './useSiteDialogs'
import type { useVisitor } from './useVisitor'

const copy = siteCopy.hero
const CLASS_TYPES = ['Private', 'Group', 'Duet']

interface HeroProps {
  visitorActions: ReturnType<typeof useVisitor>
  dialogs: ReturnType<typeof useSiteDialogs>
}

/** Heading, sign-in buttons and an animated kolam. */
export function Hero({ visitorActions, dialogs }: HeroProps) {
  const { visitor } = visitorActions
  return (
    <section className="hero">
      <div className="hero-content">
        <p className="eyebrow">{copy.eyebrow}</p>
        <h1>{copy.title}</h1>
        <p className="hero-text">{copy.text}</p>
        <HeroActions visitorActions={visitorActions} dialogs={dialogs} />
        {visitor.ref && (
          <p className="invited" role="status">
            {copy.invited(visitor.ref)}
          </p>
        )}
        {!visitor.signedIn && !visitor.ref && (
          <p className="no-code">
            {copy.noCode}{' '}
            <a className="link" {...dialogs.waitlistLink}>
              {copy.waitlist}
            </a>
          </p>
        )}
        <ul className="types">
          {CLASS_TYPES.map((type) => (
            <li key={type} data-type={type}>
              {classTypeLabel(type)}
            </li>
          ))}
        </ul>
      </div>
      <StaticHtml>
        {RENDERS_STATIC_HTML && (
          <div className="hero-art">
            <Kolam seed="tala-28" size={11} density={0.62} animated strokeWidth={0.055} />
          </div>
        )}
      </StaticHtml>
    </section>
  )
}

function HeroActions({ visitorActions, dialogs }: HeroProps) {
  const { visitor, signInLink, goHome } = visitorActions
  return (
    <div className="hero-actions">
      {visitor.signedIn ? (
        <button type="button" className="button" onClick={() => void goHome()} disabled={visitor.busy}>
          {siteCopy.nav.continue}
        </button>
      ) : (
        <>
          <a className="button" {...dialogs.inviteCodeLink}>
            {siteCopy.nav.student}
          </a>
          <a className="button quiet" {...signInLink('teacher')}>
            {siteCopy.nav.teacher}
          </a>
        </>
      )}
    </div>
  )
}
