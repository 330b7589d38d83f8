import { Alert } from '@mantine/core'
import table from '@/admin/DataTable.module.css'
import type { AdminBankReplyRow } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'

const copy = adminPayoutsCopy.reply
/** `2397.6` and `2,397.60`. Other texts, such as with a currency, are shown as written. */
const BARE_AMOUNT = /^\d[\d,]*(\.\d{1,2})?$/

/** The rows of the bank's reply, those with a problem first. */
export function BankReplyRows({ rows, ready }: { rows: readonly AdminBankReplyRow[]; ready: number }) {
  const isFine = ({ status }: AdminBankReplyRow) => ['ready', 'paid', 'already_paid'].includes(status)
  const sorted = [...rows.filter((row) => !isFine(row)), ...rows.filter(isFine)]
  const paid = rows.filter(({ status }) => status === 'paid').length
  return (
    <div role="status">
      <Alert color={ready > 0 || paid > 0 ? 'green' : 'yellow'} mb="md">
        {ready > 0 ? copy.ready(ready) : paid > 0 ? copy.done(paid) : copy.nothing}
      </Alert>
      <DataList
        label={copy.result}
        columns={columns}
        rows={sorted}
        rowKey={({ line }) => String(line)}
        cardsOnTablet
      />
    </div>
  )
}

const columns: Column<AdminBankReplyRow>[] = [
  {
    key: 'teacher',
    label: copy.columns.teacher,
    onCard: 'heading',
    cell: ({ line, teacherName, payoutId }) => (
      <span className={table.breakAnywhere}>
        {copy.columns.line} {line}: {teacherName ?? payoutId}
      </span>
    ),
  },
  {
    key: 'status',
    label: copy.columns.status,
    cell: ({ status }) => <strong>{copy.statuses[status] ?? status}</strong>,
  },
  {
    key: 'amount',
    label: copy.columns.amount,
    cell: ({ amount, expected, status }) => (
      <>
        {expected && BARE_AMOUNT.test(amount)
          ? formatCharge(Number(amount.replaceAll(',', '')), expected.currency)
          : amount}
        {status === 'amount_differs' && expected && (
          <div className={table.muted}>{copy.expected(formatCharge(expected.amount, expected.currency))}</div>
        )}
      </>
    ),
  },
  {
    key: 'reference',
    label: copy.columns.reference,
    cell: ({ reference }) => <span className={table.breakAnywhere}>{reference}</span>,
  },
]
