import { SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AdminList } from '@/admin/AdminList'
import { countText } from '@/admin/countText'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { type AdminJob, type OutboxState, outboxQuery } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import { outboxColumns } from './outboxColumns'
import { RetryJobDialog } from './RetryJobDialog'

const copy = adminSystemCopy.outbox
const NO_FILTERS = { state: '' }
const options = Object.entries(copy.which).map(([value, label]) => ({ value: value as OutboxState, label }))

/** Mails and other background jobs that failed or are due. */
export function Outbox() {
  const { filters, change } = useFilters('outbox', NO_FILTERS)
  const jobState: OutboxState = filters.state === 'due' ? 'due' : 'dead'
  const jobs = useInfiniteQuery(outboxQuery(jobState))
  const disabledReason = useDisabledReason('support')
  const [selectedJob, setSelectedJob] = useState<AdminJob | null>(null)
  const columns = useMemo(
    () => outboxColumns(jobState, disabledReason, setSelectedJob),
    [jobState, disabledReason],
  )
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} count={countText(jobs.data, copy.rows)} />
      <AdminList
        query={jobs}
        labels={{ ...copy, empty: copy.empty[jobState] }}
        columns={columns}
        rowKey={({ _id }) => _id}
      >
        <SegmentedControl
          aria-label={copy.show}
          data={options}
          value={jobState}
          onChange={(state) => change({ state: state === 'due' ? state : '' })}
        />
      </AdminList>
      {selectedJob && <RetryJobDialog work={selectedJob} onClose={() => setSelectedJob(null)} />}
    </>
  )
}
