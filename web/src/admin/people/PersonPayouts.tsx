import table from '@/admin/DataTable.module.css'
import { formatAmounts } from '@/admin/formatAmounts'
import { payoutAmountColumn, payoutCutOffColumn, payoutStateColumn } from '@/admin/payouts/payoutColumns'
import { Section } from '@/admin/Section'
import type { AdminPayout } from '@/api/adminPayouts'
import type { AdminTeacherPayouts } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { formatCalendarDay } from '@/lib/time'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { DescriptionList } from '@/ui/DescriptionList'
import { TextLink } from '@/ui/TextLink'

const { none, payouts: copy } = adminPeopleCopy

/** How a teacher is paid: bank account, what is owed, and the newest payouts. */
export function PersonPayouts({ payout: { bankAccount, nextPayoutOn, owed, payouts } }: PersonPayoutsProps) {
  const due = owed.filter((item) => item.due > 0).map(({ due, currency }) => ({ amount: due, currency }))
  return (
    <Section title={copy.title}>
      <DescriptionList
        items={[
          bankAccount
            ? {
                label: copy.account,
                value: copy.accountIn(bankAccount.accountNumberMasked, bankAccount.country),
                note: bankAccount.doubtfulCurrencies.map(copy.doubt).join(' '),
              }
            : { label: copy.account, value: copy.noAccount, note: copy.noAccountText },
          {
            label: copy.owed,
            value: formatAmounts(owed) || copy.nothing,
            note: bankAccount && due.length > 0 && copy.due(formatAmounts(due)),
          },
          {
            label: copy.next,
            value: nextPayoutOn ? formatCalendarDay(nextPayoutOn) : none,
            note: bankAccount?.paymentCycle,
          },
        ]}
      />
      {payouts.length === 0 ? (
        <p className={table.empty}>{copy.empty}</p>
      ) : (
        <DataList label={copy.newest} columns={COLUMNS} rows={payouts} rowKey={({ _id }) => _id} />
      )}
    </Section>
  )
}

interface PersonPayoutsProps {
  payout: AdminTeacherPayouts
}

const COLUMNS: Column<AdminPayout>[] = [
  {
    key: 'prepared',
    label: copy.prepared,
    onCard: 'heading',
    cell: ({ _id, createdAt }) => (
      <span className={table.name}>
        <TextLink href={`#payouts/${_id}`}>
          <DateTime instant={createdAt} show="date" />
        </TextLink>
      </span>
    ),
  },
  payoutCutOffColumn,
  payoutStateColumn,
  payoutAmountColumn,
]
