import { useState } from 'react'
import { Block } from '@/admin/Block'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import type { RefundRow } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { DataList } from '@/ui/DataList'
import { RetryRefund } from './RetryRefund'
import { acts, amount, askedHere, finished, number, state, why } from './refundColumns'

const copy = adminOrdersCopy.refunds
const COLUMNS = [askedHere, why, state, number, finished, amount]

/** What went back of an order's money; what could not be sent can be asked for again. */
export function RefundsOfOrder({ refunds }: { refunds: readonly RefundRow[] }) {
  const refusal = useRefusal('finance')
  const [retrying, setRetrying] = useState<RefundRow | null>(null)
  const hasFailed = refunds.some(({ state }) => state === 'failed')
  return (
    <Block title={copy.title}>
      {refunds.length === 0 ? (
        <p className={sheet.none}>{copy.emptyHere}</p>
      ) : (
        <DataList
          label={copy.title}
          columns={hasFailed ? [...COLUMNS, acts(refusal, setRetrying)] : COLUMNS}
          rows={refunds}
          rowKey={({ _id }) => _id}
          roomy
        />
      )}
      {retrying && <RetryRefund refund={retrying} onClose={() => setRetrying(null)} />}
    </Block>
  )
}
