import { ActButton } from '@/admin/ActButton'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import type { RefundRow } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import type { Column } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'

const copy = adminOrdersCopy.refunds
const labels = copy.columns

/** Leads to the order whose money it is. */
export const asked: Column<RefundRow> = {
  key: 'at',
  label: labels.at,
  onCard: 'heading',
  cell: ({ orderId, createdAt }) => (
    <span className={sheet.name}>
      {orderId ? (
        <TextLink href={`#orders/${orderId}`}>
          <When at={createdAt} />
        </TextLink>
      ) : (
        <When at={createdAt} />
      )}
    </span>
  ),
}

/** The same on the page of that order. */
export const askedHere: Column<RefundRow> = {
  ...asked,
  cell: ({ createdAt }) => <When at={createdAt} />,
}

export const amount: Column<RefundRow> = {
  key: 'amount',
  label: labels.amount,
  numeric: true,
  cell: (refund) => formatCharge(refund.amount, refund.currency),
}

export const why: Column<RefundRow> = {
  key: 'why',
  label: labels.why,
  cell: ({ reason }) => adminOrdersCopy.reasons[reason] ?? reason,
}

export const state: Column<RefundRow> = {
  key: 'state',
  label: labels.state,
  cell: ({ state, error }) => (
    <>
      <Stamp state={state} words={copy.states} />
      {error && <div className={`${sheet.quiet} ${sheet.anywhere}`}>{error}</div>}
    </>
  ),
}

export const attempt: Column<RefundRow> = {
  key: 'attempt',
  label: labels.attempt,
  cell: (refund) => refund.attempt,
}

export const number: Column<RefundRow> = {
  key: 'number',
  label: labels.number,
  cell: ({ providerRefundId }) => (
    <span className={sheet.anywhere}>{providerRefundId ?? adminOrdersCopy.none}</span>
  ),
}

export const finished: Column<RefundRow> = {
  key: 'finished',
  label: labels.finished,
  cell: ({ finishedAt }) => (finishedAt ? <When at={finishedAt} /> : adminOrdersCopy.none),
}

/** One that has failed is asked for again by itself in a few hours, or here at once. */
export function acts(refusal: string | null, onRetry: (refund: RefundRow) => void): Column<RefundRow> {
  return {
    key: 'acts',
    label: labels.acts,
    onCard: 'foot',
    cell: (refund) =>
      refund.state === 'failed' && (
        <ActButton
          refusal={refusal}
          label={copy.againOf(formatCharge(refund.amount, refund.currency))}
          onClick={() => onRetry(refund)}
        >
          {copy.again}
        </ActButton>
      ),
  }
}
