import { Progress } from '@mantine/core'
import type { Commission } from '@/api/teacherTypes'
import { commissionCopy } from '@/copy/commission'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { displayZone, formatDate } from '@/lib/time'
import { CommissionTable } from '@/ui/CommissionTable'
import classes from './Payments.module.css'

const copy = teacherPaymentsCopy.commission

/**
 * The commission: none in the launch period, then a tier by hours taught, with the progress to the
 * next one (SPEC §9, D22).
 */
export function CommissionPanel({ commission }: { commission: Commission | null }) {
  return (
    <section className={classes.commission} aria-labelledby="commission">
      <h2 id="commission">{commission ? heading(commission) : commissionCopy.title}</h2>
      {commission && <CommissionProgress commission={commission} />}
      <details>
        <summary>{copy.table}</summary>
        <CommissionTable />
        <p className={classes.small}>{copy.students}</p>
      </details>
    </section>
  )
}

function CommissionProgress({ commission }: { commission: Commission }) {
  const { stage, hoursTaught, tierTo, nextRate, launchEndsAt, progressPercent } = commission
  // The launch period ends on a date, so there is no progress by hours.
  if (stage === 'launch') {
    return (
      <p className={classes.small}>
        {launchEndsAt && copy.launchUntil(formatDate(launchEndsAt, displayZone()))}{' '}
        {nextRate !== null && copy.afterLaunch(`${nextRate}%`)}
      </p>
    )
  }
  const hoursLeft = tierTo === null ? null : Math.max(0, tierTo - hoursTaught)
  return (
    <>
      <p className={classes.small}>{copy.taught(formatHours(hoursTaught))}</p>
      <Progress
        value={progressPercent}
        aria-label={copy.progress}
        size="lg"
        color="var(--brand-fill)"
        my="xs"
      />
      <p className={classes.small}>
        {nextRate === null || hoursLeft === null
          ? copy.top
          : copy.next(formatHours(hoursLeft), `${nextRate}%`)}
      </p>
    </>
  )
}

function heading({ stage, rate, tierFrom, tierTo }: Commission): string {
  return stage === 'launch' ? copy.launch : copy.tier(`${rate}%`, copy.range(tierFrom, tierTo))
}

/** `3` or `3.5` */
function formatHours(count: number): string {
  return String(Math.round(count * 10) / 10)
}
