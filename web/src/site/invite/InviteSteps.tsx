import { inviteCopy } from '@/copy/invite'
import { Kolam } from '@/ui/Kolam'

const copy = inviteCopy.steps
const SEEDS = ['tala-1', 'tala-8', 'tala-10']

/** What happens after accepting, in three steps. */
export function InviteSteps() {
  return (
    <section className="invite-steps" aria-labelledby="next">
      <h2 id="next">{copy.title}</h2>
      <ol>
        {copy.list.map((step, index) => (
          <li key={step.title}>
            <Kolam seed={SEEDS[index] ?? ''} size={3} strokeWidth={0.07} className="step-art" />
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
