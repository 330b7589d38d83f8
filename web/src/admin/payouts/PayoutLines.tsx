import table from '@/admin/DataTable.module.css'
import { Section } from '@/admin/Section'
import type { AdminPayoutDetails, AdminPayoutLine } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import classes from './Payouts.module.css'
import { payoutAmount } from './payoutText'

const copy = adminPayoutsCopy.lines
/** The server's limit. */
const MAX_LINES = 1_000

/** The classes of a payout. */
export function PayoutLines({ payout, lines }: Pick<AdminPayoutDetails, 'payout' | 'lines'>) {
  const columns = columnsOf(payout.currency)
  return (
    <Section title={copy.title}>
      {lines.length === 0 ? (
        <p className={table.empty}>{copy.released}</p>
      ) : (
        <>
          <DataList label={copy.title} columns={columns} rows={lines} rowKey={({ bookingId }) => bookingId} />
          <p className={classes.sum}>
            <span>{copy.sum}</span>
            <span>{payoutAmount(payout)}</span>
          </p>
          {lines.length >= MAX_LINES && <p className={table.empty}>{copy.most}</p>}
        </>
      )}
    </Section>
  )
}

function columnsOf(currency: string): Column<AdminPayoutLine>[] {
  return [
    { key: 'at', label: copy.at, cell: ({ startsAt }) => <DateTime instant={startsAt} /> },
    { key: 'student', label: copy.student, cell: ({ studentName }) => studentName },
    {
      key: 'price',
      label: copy.price,
      numeric: true,
      cell: ({ price }) => formatCharge(price, currency),
    },
    { key: 'net', label: copy.net, numeric: true, cell: ({ net }) => formatCharge(net, currency) },
  ]
}
