import { Block } from '@/admin/Block'
import sheet from '@/admin/Sheet.module.css'
import type { PayoutDetails, PayoutLine } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'
import { When } from '@/ui/When'
import classes from './Payouts.module.css'
import { amountOf } from './payoutWords'

const copy = adminPayoutsCopy.lines
/** More than these the server does not send. */
const MOST = 1_000

/** The classes that a payout is made of. */
export function PayoutLines({ payout, lines }: Pick<PayoutDetails, 'payout' | 'lines'>) {
  const columns = columnsIn(payout.currency)
  return (
    <Block title={copy.title}>
      {lines.length === 0 ? (
        <p className={sheet.none}>{copy.released}</p>
      ) : (
        <>
          <DataList label={copy.title} columns={columns} rows={lines} rowKey={({ bookingId }) => bookingId} />
          <p className={classes.sum}>
            <span>{copy.sum}</span>
            <span>{amountOf(payout)}</span>
          </p>
          {lines.length >= MOST && <p className={sheet.none}>{copy.most}</p>}
        </>
      )}
    </Block>
  )
}

function columnsIn(currency: string): Column<PayoutLine>[] {
  return [
    { key: 'at', label: copy.at, cell: ({ startsAt }) => <When at={startsAt} /> },
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
