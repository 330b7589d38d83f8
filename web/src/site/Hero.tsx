import { siteCopy } from '@/copy/site'
import { Kolam } from '@/ui/Kolam'
import type { useVisitor } from './useVisitor'

const copy = siteCopy.hero

/** One sentence, two buttons, and a kolam that draws itself. */
export function Hero({ way }: { way: ReturnType<typeof useVisitor> }) {
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
        <ul className="types">
          {copy.types.map((type) => (
            <li key={type} data-type={type}>
              {type}
            </li>
          ))}
        </ul>
      </div>
      <div className="hero-art">
        <Kolam seed="tala-28" size={11} density={0.62} draw strokeWidth={0.055} />
      </div>
    </section>
  )
}
