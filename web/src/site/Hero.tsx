import { siteCopy } from '@/copy/site'
import { classTypeWord } from '@/copy/words'
import { Kolam } from '@/ui/Kolam'
import { DRAWN, Still } from './still'
import type { useVisitor } from './useVisitor'
import type { useWaitlist } from './useWaitlist'

const copy = siteCopy.hero
const CLASS_TYPES = ['Private', 'Group', 'Duet']

interface HeroProps {
  way: ReturnType<typeof useVisitor>
  waitlist: ReturnType<typeof useWaitlist>
}

/** One sentence, two buttons, and a kolam that draws itself. */
export function Hero({ way, waitlist }: HeroProps) {
  const { visitor, enter, goHome } = way
  return (
    <section className="hero">
      <div className="hero-words">
        <p className="eyebrow">{copy.eyebrow}</p>
        <h1>{copy.title}</h1>
        <p className="hero-text">{copy.text}</p>
        <div className="hero-ways">
          {visitor.signedIn ? (
            <button type="button" className="button" onClick={() => void goHome()} disabled={visitor.busy}>
              {siteCopy.nav.continue}
            </button>
          ) : (
            <>
              <button
                type="button"
                className="button"
                onClick={() => void enter('student')}
                disabled={visitor.busy}
              >
                {siteCopy.nav.student}
              </button>
              <button
                type="button"
                className="button quiet"
                onClick={() => void enter('teacher')}
                disabled={visitor.busy}
              >
                {siteCopy.nav.teacher}
              </button>
            </>
          )}
        </div>
        {visitor.ref && (
          <p className="invited" role="status">
            {copy.invited(visitor.ref)}
          </p>
        )}
        {!visitor.signedIn && !visitor.ref && (
          <p className="no-code">
            {copy.noCode}{' '}
            <button
              type="button"
              className="link"
              onClick={waitlist.show}
              onPointerEnter={waitlist.prepare}
              onFocus={waitlist.prepare}
              aria-haspopup="dialog"
            >
              {copy.waitlist}
            </button>
          </p>
        )}
        <ul className="types">
          {CLASS_TYPES.map((type) => (
            <li key={type} data-type={type}>
              {classTypeWord(type)}
            </li>
          ))}
        </ul>
      </div>
      <Still>
        {DRAWN && (
          <div className="hero-art">
            <Kolam seed="tala-28" size={11} density={0.62} draw strokeWidth={0.055} />
          </div>
        )}
      </Still>
    </section>
  )
}
