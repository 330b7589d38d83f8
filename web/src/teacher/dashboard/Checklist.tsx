import { VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { publishedQuery } from '@/api/teacherClasses'
import { teacherHoursQuery } from '@/api/teacherHours'
import { teacherPayoutsQuery } from '@/api/teacherPayments'
import { studentsQuery } from '@/api/teacherPeople'
import { teacherCopy } from '@/copy/teacher'
import { toInstant } from '@/lib/localDateTime'
import { addDays, displayZone, today } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import classes from './Today.module.css'

const copy = teacherCopy.dashboard
const DAYS_AHEAD = 92
/** The API lists at most 400 days. */
const DAYS_BACK = 365

/** What tells which first steps are done. */
export function useChecklist() {
  const person = usePerson()
  const day = today(displayZone())
  const midnight = (date: string) => toInstant(`${date}T00:00`, displayZone()) ?? ''
  const published = useQuery(publishedQuery(person.id, midnight(day), midnight(addDays(day, DAYS_AHEAD))))
  return {
    hours: useQuery(teacherHoursQuery(person.id)),
    payouts: useQuery(teacherPayoutsQuery()),
    students: useQuery(studentsQuery(person.email, '', 1, null)),
    published,
    /** The step stays done after the only published class. */
    taught: useQuery({
      ...publishedQuery(person.id, midnight(addDays(day, -DAYS_BACK)), midnight(day)),
      enabled: published.data?.length === 0,
    }),
  }
}

interface ChecklistProps {
  answers: ReturnType<typeof useChecklist>
  onShare: () => void
  onPublish: () => void
}

/** The first steps of a new teacher. Disappears when all are done. */
export function Checklist({ answers, onShare, onPublish }: ChecklistProps) {
  const [hours, payouts, students, published] = [
    answers.hours.data,
    answers.payouts.data,
    answers.students.data,
    answers.published.data,
  ]
  if (!hours || !payouts || !students || !published) return null
  const steps: Step[] = [
    { key: 'hours', done: (hours.availability?.weeklySchedule.length ?? 0) > 0, href: '#availability' },
    { key: 'account', done: payouts.next.hasAccount, href: '#payments/settings' },
    { key: 'share', done: students.total > 0, onOpen: onShare },
    { key: 'group', done: published.length > 0 || (answers.taught.data ?? []).length > 0, onOpen: onPublish },
  ]
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <section className={classes.checklist} aria-labelledby="checklist">
      <div className={classes.head}>
        <h2 id="checklist">{copy.checklist}</h2>
        <span>{copy.progress(done, steps.length)}</span>
      </div>
      <ol>
        {steps.map((step) => (
          <li key={step.key} data-done={step.done || undefined}>
            <StepLink step={step} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface Step {
  key: keyof typeof copy.steps
  done: boolean
  href?: string
  onOpen?: () => void
}

function StepLink({ step: { key, done, href, onOpen } }: { step: Step }) {
  const content = (
    <>
      {done ? <IconCircleCheckFilled size={22} aria-hidden /> : <IconCircle size={22} aria-hidden />}
      {copy.steps[key]}
      {done && <VisuallyHidden>{copy.done}</VisuallyHidden>}
    </>
  )
  if (done) return <span>{content}</span>
  return href ? (
    <a href={href}>{content}</a>
  ) : (
    <button type="button" onClick={onOpen}>
      {content}
    </button>
  )
}
