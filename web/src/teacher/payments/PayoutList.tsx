import { Anchor, Badge, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { teacherPayoutsQuery } from '@/api/teacherPayments'
import type { Payout, Payouts } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import classes from './Payments.module.css'
import { formatLastDay, formatPayoutDate, nextPayoutLabel } from './payoutDates'

const copy = teacherPaymentsCopy.payouts

const columns: Column<Payout>[] = [
  { key: 'until', label: copy.columns.period, cell: ({ until }) => formatLastDay(until) },
  {
    key: 'amount',
    label: copy.columns.amount,
    numeric: true,
    cell: ({ amount, currency }) => formatCharge(amount, currency),
  },
  { key: 'classes', label: copy.columns.classes, numeric: true, cell: (payout) => payout.classes },
  { key: 'state', label: copy.columns.state, cell: (payout) => <PayoutState payout={payout} /> },
  {
    key: 'open',
    label: copy.columns.open,
    // The classes of a failed payout are included in the next one, so it has no statement.
    cell: ({ _id, until, state }) =>
      state !== 'failed' && (
        <Anchor href={`#payments/payouts/${_id}`} inherit underline="always" c="var(--brand)">
          {copy.statement}
          <VisuallyHidden>{copy.statementNamed(formatLastDay(until))}</VisuallyHidden>
        </Anchor>
      ),
  },
]

/** The next payout and the history. */
export function PayoutList() {
  const payouts = useQuery(teacherPayoutsQuery())
  return (
    <QueryBoundary query={payouts} loading={copy.loading} failed={copy.failed} height={360}>
      {(data) => (
        <>
          <NextPayout next={data.next} />
          {!data.next.hasAccount && (
            <p className={classes.warning}>
              <a href="#payments/settings">{teacherCopy.payout.noAccount}</a>
            </p>
          )}
          <h2 className={classes.heading}>{copy.history}</h2>
          {data.payouts.length === 0 ? (
            <EmptyState title={copy.empty} hint={copy.emptyHint} />
          ) : (
            <DataList label={copy.history} columns={columns} rows={data.payouts} rowKey={({ _id }) => _id} />
          )}
        </>
      )}
    </QueryBoundary>
  )
}

function NextPayout({ next }: { next: Payouts['next'] }) {
  return (
    <section className={classes.next} aria-labelledby="next-payout">
      <h2 id="next-payout">{nextPayoutLabel(next.on)}</h2>
      {next.amounts.length === 0 ? (
        <p className={classes.small}>{copy.nothing}</p>
      ) : (
        next.amounts.map(({ currency, amount, classes: count }) => (
          <p key={currency}>
            <strong>{formatCharge(amount, currency)}</strong> {copy.classes(count)}
          </p>
        ))
      )}
    </section>
  )
}

function PayoutState({ payout }: { payout: Payout }) {
  const { state, paidAt, reference } = payout
  const color = state === 'paid' ? 'green' : state === 'failed' ? 'red' : 'blue'
  return (
    <>
      <Badge color={color} variant="light" tt="none">
        {copy.state[state] ?? state}
      </Badge>{' '}
      {state === 'failed' ? (
        <FailedPayoutHint payout={payout} />
      ) : (
        <>
          {paidAt && copy.paidOn(formatPayoutDate(paidAt))}
          {reference && <span className={classes.reference}>{copy.reference(reference)}</span>}
        </>
      )}
    </>
  )
}

/** Which payout pays the classes of a failed one. The teacher only has to act before it is prepared. */
function FailedPayoutHint({ payout: { amount, currency, replacedBy } }: { payout: Payout }) {
  if (replacedBy) {
    const { paidAt, preparedAt } = replacedBy
    const text = paidAt
      ? copy.failedPaid(formatPayoutDate(paidAt))
      : copy.failedPrepared(formatPayoutDate(preparedAt))
    return <span className={classes.reference}>{text}</span>
  }
  return (
    <span className={classes.reference}>
      {copy.failedHint(formatCharge(amount, currency))}{' '}
      <Anchor href="#payments/settings" inherit underline="always" c="var(--brand)">
        {copy.failedLink}
      </Anchor>
    </span>
  )
}
