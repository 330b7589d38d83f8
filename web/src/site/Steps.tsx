import { stepsCopy as copy } from '@/copy/siteSections'
import { Kolam } from '@/ui/Kolam'

/** Kolams with few strands, each larger than the one before. */
const SEEDS = ['tala-1', 'tala-8', 'tala-10']
const AUDIENCES = ['teachers', 'students'] as const

/** Three steps for teachers or for students. The choice is pure CSS, so it works without JavaScript. */
export function Steps() {
  return (
    <section className="steps" aria-labelledby="how">
      <div className="steps-head">
        <h2 id="how">{copy.title}</h2>
        <fieldset className="choice">
          <legend className="hidden">{copy.choice}</legend>
          {AUDIENCES.map((audience) => (
            <label key={audience}>
              <input type="radio" name="audience" value={audience} defaultChecked={audience === 'students'} />
              {copy.audiences[audience]}
            </label>
          ))}
        </fieldset>
      </div>
      {AUDIENCES.map((audience) => (
        <ol key={audience} className="step-list" data-for={audience}>
          {copy[audience].map((step, index) => (
            <li key={step.title} className="step">
              <Kolam
                seed={SEEDS[index] ?? ''}
                size={3 + index * 2}
                strokeWidth={0.06 + index * 0.02}
                className="step-art"
              />
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      ))}
    </section>
  )
}
