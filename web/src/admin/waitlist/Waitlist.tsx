import { SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import { AdminList } from '@/admin/AdminList'
import { countText } from '@/admin/countText'
import table from '@/admin/DataTable.module.css'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import type { SortFields } from '@/admin/sorting'
import { type AdminWaiting, exportWaitlist, type WaitlistFilter, waitlistQuery } from '@/api/adminWaitlist'
import { serverFirstErrorText } from '@/api/errorText'
import { adminWaitlistCopy as copy } from '@/copy/adminWaitlist'
import { saveFile } from '@/lib/saveFile'
import { displayZone, today } from '@/lib/time'
import { toastError } from '@/ui/toast'
import { InviteDialog } from './InviteDialog'
import { waitlistColumns } from './waitlistColumns'

const INVITED_FILTER = { open: false, invited: true, all: undefined } as const
type WaitlistState = keyof typeof INVITED_FILTER
const DEFAULT_STATE: WaitlistState = 'open'
const NO_FILTERS = { q: '', role: '', state: '', sort: '' }

const SORT_FIELDS: SortFields = {
  at: { field: 'createdAt', kind: 'time' },
  name: { field: 'name', kind: 'text' },
}

const options = Object.entries(copy.which).map(([value, label]) => ({ value: value as WaitlistState, label }))
const parseState = (state: string) => options.find(({ value }) => value === state)?.value ?? DEFAULT_STATE

/** The waitlist, with invitations. */
export function Waitlist() {
  const { filters, debouncedFilters, change } = useFilters('waitlist', NO_FILTERS)
  const { q, role, state, sort } = debouncedFilters
  const filter = { q: q.trim(), role, invited: INVITED_FILTER[parseState(state)], sort }
  const waiting = useInfiniteQuery({
    ...waitlistQuery(filter),
    placeholderData: keepPreviousData,
  })
  const disabledReason = useDisabledReason('support')
  const [selected, setSelected] = useState<AdminWaiting | null>(null)
  const columns = useMemo(() => waitlistColumns(disabledReason, setSelected), [disabledReason])
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} count={countText(waiting.data, copy.rows)} />
      <div className={table.actions}>
        <ExportButton filter={filter} disabledReason={disabledReason} />
      </div>
      <AdminList
        query={waiting}
        sorting={{ fields: SORT_FIELDS, value: filters.sort, onChange: (next) => change({ sort: next }) }}
        labels={copy}
        columns={columns}
        rowKey={({ _id }) => _id}
      >
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(text) => change({ q: text })}
        />
        <StateSelect
          label={copy.role}
          allLabel={copy.everyone}
          labels={copy.roles}
          value={filters.role}
          onChange={(next) => change({ role: next })}
        />
        <SegmentedControl
          aria-label={copy.invited}
          data={options}
          value={parseState(filters.state)}
          onChange={(next) => change({ state: next === DEFAULT_STATE ? '' : next })}
        />
      </AdminList>
      {selected && <InviteDialog waiting={selected} onClose={() => setSelected(null)} />}
    </>
  )
}

interface ExportButtonProps {
  filter: WaitlistFilter
  disabledReason: string | null
}

/** Downloads the filtered list. Fetched rather than linked, so that an error can be shown. */
function ExportButton({ filter, disabledReason }: ExportButtonProps) {
  const exporting = useMutation({
    mutationFn: () => exportWaitlist(filter),
    onSuccess: (file) => saveFile(file, copy.file(today(displayZone()))),
    onError: (error) => toastError(serverFirstErrorText(error, copy.tableFailed)),
  })
  return (
    <ActionButton
      size="md"
      disabledReason={disabledReason}
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {copy.table}
    </ActionButton>
  )
}
