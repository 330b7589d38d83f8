import { Anchor } from '@mantine/core'
import { HOME_ZONE } from '@/admin/homeZone'
import { Stamp } from '@/admin/Stamp'
import type { Payout } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'
import { Doubt } from './Doubt'
import { PayoutActs, type Saying } from './PayoutActs'
import classes from './Payouts.module.css'
import { amountOf } from './payoutWords'

function Account({ payout }: { payout: Payout }) {
  return (
    <>
      {payout.accountNumberMasked}
      <Doubt payout={payout} />
    </>
  )
}

/** What is told of a payout in the list; the teacher's name leads to its classes. */
export function payoutColumns(onSay: (saying: Saying) => void): Column<Payout>[] {
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
    {
      key: 'amount',
      label: copy.columns.amount,
      numeric: true,
      cell: (payout) => <span className={classes.amount}>{amountOf(payout)}</span>,
    },
    { key: 'classes', label: copy.columns.classes, numeric: true, cell: (payout) => payout.classes },
    {
      key: 'cutOff',
      label: copy.columns.cutOff,
      cell: ({ cutOff }) => <When at={cutOff} show="date" zone={HOME_ZONE} />,
    },
    { key: 'account', label: copy.columns.account, cell: (payout) => <Account payout={payout} /> },
    {
      key: 'state',
      label: copy.columns.state,
      cell: ({ state, exportedAt }) => (
        <>
          <Stamp state={state} words={copy.states} />
          {state === 'prepared' && (
            <span className={classes.handed}>
              {exportedAt ? (
                <>
                  {copy.inTable} <When at={exportedAt} show="date" />
                </>
              ) : (
                copy.inNoTable
              )}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'acts',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (payout) => <PayoutActs payout={payout} onSay={onSay} />,
    },
  ]
}
