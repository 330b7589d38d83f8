import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { JsonDetails } from '@/admin/JsonDetails'
import type { AdminJob, OutboxState } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import classes from './Outbox.module.css'

const copy = adminSystemCopy.outbox

/** Widened, because a newer server may send topics unknown here. */
const TOPICS: Readonly<Record<string, string>> = copy.topics satisfies Record<AdminJob['topic'], string>

/** Label of a job. */
export function jobLabel(topic: string): string {
  return TOPICS[topic] ?? topic.replaceAll('_', ' ')
}

/** Columns of the outbox; only failed jobs can be retried. */
export function outboxColumns(
  jobState: OutboxState,
  disabledReason: string | null,
  onRetry: (work: AdminJob) => void,
): Column<AdminJob>[] {
  const actionColumn: Column<AdminJob> = {
    key: 'actions',
    label: copy.columns.acts,
    onCard: 'foot',
    cell: (work) => (
      <ActionButton
        disabledReason={disabledReason}
        label={copy.againOf(jobLabel(work.topic))}
        onClick={() => onRetry(work)}
      >
        {copy.again}
      </ActionButton>
    ),
  }
  return [
    {
      key: 'topic',
      label: copy.columns.topic,
      onCard: 'heading',
      cell: ({ _id, topic, subject }) => (
        <>
          {jobLabel(topic)}
          <div className={table.muted}>
            <JsonDetails label={copy.details} data={{ _id, topic, subject }} />
          </div>
        </>
      ),
    },
    {
      key: 'error',
      label: copy.columns.error,
      cell: ({ error }) => <span className={classes.error}>{error ?? copy.noError}</span>,
    },
    { key: 'attempts', label: copy.columns.attempts, numeric: true, cell: ({ attempts }) => attempts },
    { key: 'at', label: copy.columns.at, cell: ({ createdAt }) => <DateTime instant={createdAt} /> },
    {
      key: 'next',
      label: copy.columns.next[jobState],
      cell: ({ runAt, finishedAt }) => (
        <DateTime instant={jobState === 'dead' ? (finishedAt ?? runAt) : runAt} />
      ),
    },
    ...(jobState === 'dead' ? [actionColumn] : []),
  ]
}
