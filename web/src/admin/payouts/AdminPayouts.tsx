import { SegmentedControl } from '@mantine/core'
import { IconCalendarDollar, IconDownload, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import { AdminList } from '@/admin/AdminList'
import { countText } from '@/admin/countText'
import table from '@/admin/DataTable.module.css'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import type { SortFields } from '@/admin/sorting'
import { type AdminPayoutRun, adminPayoutsQuery } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import { BankReplyDialog } from './BankReplyDialog'
import { BankTableDialog } from './BankTableDialog'
import { OwedList } from './OwedList'
import type { PayoutResult } from './PayoutActions'
import { PayoutResultDialog } from './PayoutResultDialog'
import { PayoutRunResult } from './PayoutRunResult'
import { payoutColumns } from './payoutColumns'
import { RunPayoutsDialog } from './RunPayoutsDialog'
import { usePayoutRun } from './usePayoutRun'

const STATE_FILTER = {
  owed: undefined,
  prepared: 'prepared',
  paid: 'paid',
  failed: 'failed',
  all: undefined,
} as const
type PayoutFilter = keyof typeof STATE_FILTER
type PayoutDialog = 'run' | 'bank' | 'reply'
const DEFAULT_FILTER: PayoutFilter = 'prepared'
const NO_FILTERS = { state: '', sort: '' }

// No column shows when a payout was prepared; the amount is the only other order.
const SORT_FIELDS: SortFields = {
  cutOff: { field: 'createdAt', kind: 'time' },
  amount: { field: 'amount', kind: 'amount' },
}

const options = Object.entries(copy.which).map(([value, label]) => ({ value: value as PayoutFilter, label }))

/** Payouts: prepare, download the table for the bank, record results (D25). */
export function AdminPayouts() {
  const { filters, change } = useFilters('payouts', NO_FILTERS)
  const filter = options.find(({ value }) => value === filters.state)?.value ?? DEFAULT_FILTER
  const payouts = useInfiniteQuery({
    ...adminPayoutsQuery(STATE_FILTER[filter], filters.sort),
    enabled: filter !== 'owed',
  })
  const [openDialog, setOpenDialog] = useState<PayoutDialog | null>(null)
  const { run, ...payoutRun } = usePayoutRun()
  const [result, setResult] = useState<PayoutResult | null>(null)
  const showRun = (run: AdminPayoutRun) => {
    payoutRun.show(run)
    // The prepared payouts are not in the list of another status.
    change({ state: '' })
  }
  const columns = useMemo(() => payoutColumns(setResult), [])
  return (
    <>
      <PageHeader
        title={copy.title}
        lead={copy.lead}
        count={filter === 'owed' ? '' : countText(payouts.data, copy.rows)}
      />
      <PayoutButtons onOpen={setOpenDialog} />
      {run && <PayoutRunResult run={run} onClose={payoutRun.hide} />}
      <div className={table.filters}>
        <SegmentedControl
          aria-label={copy.show}
          data={options}
          value={filter}
          onChange={(state) => change({ state: state === DEFAULT_FILTER ? '' : state })}
        />
      </div>
      {filter === 'owed' ? (
        <OwedList />
      ) : (
        <AdminList
          query={payouts}
          sorting={{ fields: SORT_FIELDS, value: filters.sort, onChange: (sort) => change({ sort }) }}
          labels={copy}
          columns={columns}
          rowKey={({ _id }) => _id}
        />
      )}
      {openDialog === 'run' && <RunPayoutsDialog onSuccess={showRun} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'reply' && <BankReplyDialog onClose={() => setOpenDialog(null)} />}
      {openDialog === 'bank' && <BankTableDialog onClose={() => setOpenDialog(null)} />}
      {result && (
        <PayoutResultDialog
          result={result}
          onSuccess={payoutRun.addRecorded}
          onClose={() => setResult(null)}
        />
      )}
    </>
  )
}

/** Buttons that open the dialogs of finance. */
function PayoutButtons({ onOpen }: { onOpen: (dialog: PayoutDialog) => void }) {
  const disabledReason = useDisabledReason('finance')
  return (
    <div className={table.actions}>
      <ActionButton
        variant="filled"
        size="md"
        leftSection={<IconCalendarDollar size={18} aria-hidden />}
        disabledReason={disabledReason}
        onClick={() => onOpen('run')}
      >
        {copy.run.open}
      </ActionButton>
      <ActionButton
        size="md"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabledReason={disabledReason}
        onClick={() => onOpen('bank')}
      >
        {copy.bank.open}
      </ActionButton>
      <ActionButton
        size="md"
        leftSection={<IconUpload size={18} aria-hidden />}
        disabledReason={disabledReason}
        onClick={() => onOpen('reply')}
      >
        {copy.reply.open}
      </ActionButton>
    </div>
  )
}
