import { siteCopy } from '@/copy/site'
import { Kolam } from '@/ui/Kolam'

const copy = siteCopy.steps
/** Patterns of few, long strands: each step's is larger than the one before. */
const SEEDS = ['tala-1', 'tala-8', 'tala-10']
const AUDIENCES = ['teachers', 'students'] as const

/** Three steps, for those who teach or those who learn. The choice works by styles alone, so also without scripts. */
export function Steps() {
  return (
    <section className="steps" aria-labelledby="how">
      <div className="steps-head">
        <h2 id="how">{copy.title}</h2>
        <fieldset className="choice">
          <legend className="hidden">{copy.choice}</legend>
          {AUDIENCES.map((one) => (
            <label key={one}>
              <input type="radio" name="audience" value={one} defaultChecked={one === 'students'} />
              {copy.audiences[one]}
            </label>
          ))}
        </fieldset>
      </div>
      {AUDIENCES.map((one) => (
        <ol key={one} className="step-list" data-for={one}>
          {copy[one].map((step, index) => (
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
