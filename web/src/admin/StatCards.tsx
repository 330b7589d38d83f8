import type { ReactNode } from 'react'
import type { AdminOwed } from '@/api/adminPayouts'
import type { AdminOverview } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { adminTodayCopy } from '@/copy/adminToday'
import { formatMoney } from '@/lib/money'
import { DateTime } from '@/ui/DateTime'
import classes from './Admin.module.css'
import { toHash } from './filters'
import { formatAmounts } from './formatAmounts'
import card from './StatCards.module.css'

const copy = adminCopy.figures

interface Figure {
  label: string
  href: string
  value: ReactNode
  note?: ReactNode
  /** Needs immediate attention. */
  isWrong?: boolean
}

interface StatCardsProps {
  figures: AdminOverview
  owed: readonly AdminOwed[]
}

/** Key figures; each links to what it counts. */
export function StatCards({ figures, owed }: StatCardsProps) {
  const { today } = figures
  const revenue = figures.revenue30d.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  const cards: Figure[] = [
    {
      label: copy.classes,
      href: `#${toHash('bookings', { status: 'not_cancelled', from: today, to: today })}`,
      value: figures.classesToday,
    },
    { label: copy.revenue, href: '#orders', value: revenue || copy.noRevenue, note: copy.revenueHint },
    {
      label: adminTodayCopy.owed,
      href: '#payouts?state=owed',
      value: formatAmounts(owed) || copy.noRevenue,
    },
    { label: copy.failedPayments, href: '#orders?state=payment_failed', value: figures.failedPayments24h },
  ]
  return (
    <section aria-label={adminTodayCopy.figures}>
      <dl className={classes.statCards}>
        {cards.map(({ label, href, value, note }) => (
          <div key={label} className={card.card}>
            <dt>
              <a href={href}>{label}</a>
            </dt>
            <dd>
              {value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The health of the system in one line. */
export function HealthLine({ figures: { outbox, worker, ledger } }: { figures: AdminOverview }) {
  const items: Figure[] = [
    {
      label: copy.worker,
      href: '#outbox?state=due',
      value: worker.silent ? copy.silent : copy.working,
      note: worker.secondsAgo === null ? copy.noRound : copy.lastRound(formatAge(worker.secondsAgo)),
      isWrong: worker.silent,
    },
    {
      label: copy.outbox,
      href: outbox.dead > 0 ? '#outbox' : '#outbox?state=due',
      value: outbox.due,
      note: outbox.dead > 0 ? copy.dead(outbox.dead) : null,
      isWrong: outbox.dead > 0,
    },
    ledger.checkedAt
      ? {
          label: copy.books,
          href: '#books',
          value: ledgerStatus(ledger),
          note: <DateTime instant={ledger.checkedAt} />,
          isWrong: ledger.findings > 0,
        }
      : { label: copy.books, href: '#books', value: copy.unchecked },
  ]
  return (
    <dl className={card.health} aria-label={adminTodayCopy.health}>
      {items.map(({ label, href, value, note, isWrong }) => (
        <div key={label}>
          <dt>
            <a href={href}>{label}</a>
          </dt>
          <dd data-wrong={isWrong || undefined}>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A check that was not compared with the provider's records does not count as balanced. */
function ledgerStatus({ findings, compared }: AdminOverview['ledger']): string {
  if (findings > 0) return copy.findings(findings)
  return compared ? copy.inOrder : copy.notCompared
}

/** Formats an age in its largest unit. */
function formatAge(seconds: number): string {
  if (seconds < 120) return copy.seconds(seconds)
  if (seconds < 120 * 60) return copy.minutes(Math.floor(seconds / 60))
  if (seconds < 48 * 3600) return copy.hours(Math.floor(seconds / 3600))
  return copy.days(Math.floor(seconds / 86_400))
}
