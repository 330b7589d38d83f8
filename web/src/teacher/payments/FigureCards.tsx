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
    ...currencyCards('INR', figures.indianClasses, earnings.byCurrency.INR),
    ...currencyCards('USD', figures.usClasses, earnings.byCurrency.USD),
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

/** Classes and earnings of one currency, which most teachers have only one of. */
function currencyCards(currency: 'INR' | 'USD', classes: number, earned: number) {
  if (classes === 0 && earned === 0) return []
  const labels = currency === 'INR' ? [copy.indian, copy.inr] : [copy.us, copy.usd]
  return [
    { label: labels[0] ?? '', value: classes },
    { label: labels[1] ?? '', value: formatCharge(earned, currency) },
  ]
}
