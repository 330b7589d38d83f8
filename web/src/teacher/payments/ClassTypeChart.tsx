import { RingProgress } from '@mantine/core'
import type { Analytics } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import classes from './Payments.module.css'

const copy = teacherPaymentsCopy.analytics

const TYPES = [
  { key: 'private', color: 'var(--slot-private)' },
  { key: 'group', color: 'var(--slot-group)' },
  { key: 'duet', color: 'var(--slot-duet)' },
] as const

/** Ring chart of classes by type in the colours of the slots, with a list as text. */
export function ClassTypeChart({ counts }: { counts: Analytics['classByType'] }) {
  const total = TYPES.reduce((sum, { key }) => sum + counts[key], 0)
  const sections = TYPES.map(({ key, color }) => ({
    value: total === 0 ? 0 : (counts[key] / total) * 100,
    color,
  }))
  return (
    <div className={classes.ring}>
      <RingProgress aria-hidden size={160} thickness={18} sections={sections} rootColor="var(--line)" />
      <ul>
        {TYPES.map(({ key }) => (
          <li key={key} data-type={key}>
            {copy.type[key]} <b>{counts[key]}</b>
          </li>
        ))}
      </ul>
      {total === 0 && <p className={classes.small}>{copy.noTypes}</p>}
    </div>
  )
}
