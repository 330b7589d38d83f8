import { Anchor } from '@mantine/core'
import { ADMIN_ZONE } from '@/admin/adminZone'
import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminPayout } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import { momentBefore } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { CurrencyWarning } from './CurrencyWarning'
import { PayoutActions, type PayoutResult } from './PayoutActions'
import classes from './Payouts.module.css'
import { payoutAmount } from './payoutText'

function Account({ payout }: { payout: AdminPayout }) {
  return (
    <>
      {payout.accountNumberMasked}
      <CurrencyWarning payout={payout} />
    </>
  )
}

export const payoutAmountColumn: Column<AdminPayout> = {
  key: 'amount',
  label: copy.columns.amount,
  numeric: true,
  cell: (payout) => <span className={classes.amount}>{payoutAmount(payout)}</span>,
}

export const payoutCutOffColumn: Column<AdminPayout> = {
  key: 'cutOff',
  label: copy.columns.cutOff,
  cell: ({ cutOff }) => <DateTime instant={momentBefore(cutOff)} show="date" zone={ADMIN_ZONE} />,
}

export const payoutStateColumn: Column<AdminPayout> = {
  key: 'state',
  label: copy.columns.state,
  cell: ({ state, exportedAt, failure }) => (
    <>
      <StatusBadge state={state} labels={copy.states} />
      {failure && <span className={classes.exported}>{failure}</span>}
      {state === 'prepared' && (
        <span className={classes.exported}>
          {exportedAt ? (
            <>
              {copy.inTable} <DateTime instant={exportedAt} show="date" />
            </>
          ) : (
            copy.inNoTable
          )}
        </span>
      )}
    </>
  ),
}

/** Columns of the payout list; the teacher's name links to the payout. */
export function payoutColumns(onSelect: (result: PayoutResult) => void): Column<AdminPayout>[] {
  return [
    {
      key: 'teacher',
      label: copy.columns.teacher,
      onCard: 'heading',
      cell: ({ _id, teacherName }) => (
        <Anchor href={`#payouts/${_id}`} inherit underline="always" c="var(--brand)">
          {teacherName}
        </Anchor>
      ),
    },
    payoutAmountColumn,
    { key: 'classes', label: copy.columns.classes, numeric: true, cell: (payout) => payout.classes },
    payoutCutOffColumn,
    { key: 'account', label: copy.columns.account, cell: (payout) => <Account payout={payout} /> },
    payoutStateColumn,
    {
      key: 'actions',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (payout) => <PayoutActions payout={payout} onSelect={onSelect} />,
    },
  ]
}
