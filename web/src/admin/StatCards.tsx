import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { liveOverviewQuery } from '@/api/admin'
import type { AdminOverview } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { formatMoney } from '@/lib/money'
import { DateTime } from '@/ui/DateTime'
import { QueryBoundary } from '@/ui/QueryBoundary'
import classes from './Admin.module.css'
import { toHash } from './filters'
import card from './StatCards.module.css'

const copy = adminCopy.figures

/** Key figures; each links to what it counts. */
export function StatCards() {
  const overview = useQuery(liveOverviewQuery())
  return (
    <section aria-label={copy.title}>
      <QueryBoundary query={overview} loading={copy.loading} failed={copy.failed} height={170}>
        {(figures) => (
          <dl className={classes.statCards}>
            {statCards(figures).map(({ label, href, value, note, isWrong: isAlert }) => (
              <div key={label} className={card.card}>
                <dt>
                  <a href={href}>{label}</a>
                </dt>
                <dd data-wrong={isAlert || undefined}>
                  {value}
                  {note && <small>{note}</small>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </QueryBoundary>
    </section>
  )
}

interface StatCard {
  label: string
  href: string
  value: ReactNode
  note?: ReactNode
  /** Needs immediate attention. */
  isWrong?: boolean
}

function statCards(figures: AdminOverview): StatCard[] {
  const { outbox, worker, ledger, waitlist, today: day } = figures
  const revenue = figures.revenue30d.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  return [
    {
      label: copy.classes,
      href: `#${toHash('bookings', { status: 'not_cancelled', from: day, to: day })}`,
      value: figures.classesToday,
    },
    { label: copy.revenue, href: '#orders', value: revenue || copy.noRevenue },
    { label: copy.failedPayments, href: '#orders?state=payment_failed', value: figures.failedPayments24h },
    { label: copy.messages, href: '#messages', value: figures.unansweredMessages },
    { label: copy.pending, href: '#approvals', value: figures.pendingTeachers },
    { label: copy.waitlist, href: '#waitlist', value: waitlist },
    {
      label: copy.outbox,
      href: outbox.dead > 0 ? '#outbox' : '#outbox?state=due',
      value: outbox.due,
      note: outbox.dead > 0 ? copy.dead(outbox.dead) : null,
    },
    {
      label: copy.worker,
      href: '#outbox?state=due',
      value: worker.silent ? copy.silent : copy.working,
      note: worker.secondsAgo === null ? copy.noRound : copy.lastRound(formatAge(worker.secondsAgo)),
      isWrong: worker.silent,
    },
    ledger.checkedAt
      ? {
          label: copy.books,
          href: '#books',
          value: ledgerStatus(ledger),
          note: <DateTime instant={ledger.checkedAt} />,
        }
      : { label: copy.books, href: '#books', value: copy.unchecked },
  ]
}

/** A check that was not compared with the provider's records does not count as in order. */
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
