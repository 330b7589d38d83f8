import type { Analytics } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { formatMonth } from '@/lib/localDateTime'
import { formatCharge } from '@/lib/money'
import classes from './Payments.module.css'

const copy = teacherPaymentsCopy.analytics

/** The figures of SPEC §3 for one month. */
export function FigureCards({ figures, month }: { figures: Analytics; month: string }) {
  const { earnings, currency } = figures
  const cards = [
    { label: copy.classes, value: figures.totalClasses },
    { label: copy.hours, value: figures.totalHours },
    { label: copy.totalHours, value: figures.totalTeachingHours },
    { label: copy.indian, value: figures.indianClasses },
    { label: copy.us, value: figures.usClasses },
    { label: copy.inr, value: formatCharge(earnings.byCurrency.INR, 'INR') },
    { label: copy.usd, value: formatCharge(earnings.byCurrency.USD, 'USD') },
  ]
  return (
    <section className={classes.figures} aria-label={formatMonth(month)}>
      <div className={classes.total}>
        <span>{copy.earned}</span>
        <strong>{formatCharge(earnings.total, currency)}</strong>
        <span>{copy.earnedHint(currency)}</span>
      </div>
      <dl>
        {cards.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
