import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { overviewQuery } from '@/api/admin'
import type { Overview } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { formatMoney } from '@/lib/money'
import { today } from '@/lib/time'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'
import classes from './Admin.module.css'
import card from './Figures.module.css'
import { hashOf } from './filters'
import { HOME_ZONE } from './homeZone'

const copy = adminCopy.figures

/** The few figures that matter; each leads to what it counts. */
export function Figures() {
  const overview = useQuery(overviewQuery())
  return (
    <section aria-label={copy.title}>
      <Reading query={overview} loading={copy.loading} failed={copy.failed} height={170}>
        {(figures) => (
          <dl className={classes.figures}>
            {cards(figures).map(({ label, href, value, note, isWrong }) => (
              <div key={label} className={card.card}>
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
        )}
      </Reading>
    </section>
  )
}

interface Card {
  label: string
  href: string
  value: ReactNode
  note?: ReactNode
  /** Somebody has to look at once. */
  isWrong?: boolean
}

function cards(figures: Overview): Card[] {
  const { outbox, worker, ledger, waitlist } = figures
  const revenue = figures.revenue30d.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
  const day = today(HOME_ZONE)
  return [
    {
      label: copy.classes,
      href: `#${hashOf('bookings', { status: 'not_cancelled', from: day, to: day })}`,
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
      note: worker.secondsAgo === null ? copy.noRound : copy.lastRound(roughly(worker.secondsAgo)),
      isWrong: worker.silent,
    },
    ledger.checkedAt
      ? {
          label: copy.books,
          href: '#books',
          value: verdictOf(ledger),
          note: <When at={ledger.checkedAt} />,
        }
      : { label: copy.books, href: '#books', value: copy.unchecked },
  ]
}

/** What was not compared with the provider's records is not in order, as far as anybody knows. */
function verdictOf({ findings, compared }: Overview['ledger']): string {
  if (findings > 0) return copy.findings(findings)
  return compared ? copy.inOrder : copy.notCompared
}

/** A time that has passed, in its largest unit. */
function roughly(seconds: number): string {
  if (seconds < 120) return copy.seconds(seconds)
  if (seconds < 120 * 60) return copy.minutes(Math.floor(seconds / 60))
  if (seconds < 48 * 3600) return copy.hours(Math.floor(seconds / 3600))
  return copy.days(Math.floor(seconds / 86_400))
}
