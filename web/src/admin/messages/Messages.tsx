import { Anchor, Badge, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '@/admin/Admin.module.css'
import { countText } from '@/admin/countText'
import { LoadMore } from '@/admin/LoadMore'
import { PageHeader } from '@/admin/PageHeader'
import { messagesQuery } from '@/api/admin'
import type { AdminMessage } from '@/api/adminTypes'
import { adminMessagesCopy } from '@/copy/adminMessages'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'

const copy = adminMessagesCopy

const IS_OPEN = { open: true, replied: false, all: undefined } as const
type MessageFilter = keyof typeof IS_OPEN

const columns: Column<AdminMessage>[] = [
  {
    key: 'subject',
    label: copy.columns.subject,
    cell: ({ _id, subject }) => (
      <Anchor href={`#messages/${_id}`} inherit underline="always" c="var(--brand)">
        {subject}
      </Anchor>
    ),
  },
  { key: 'from', label: copy.columns.from, cell: ({ name, role }) => copy.from(name, role) },
  { key: 'at', label: copy.columns.at, cell: ({ createdAt }) => <DateTime instant={createdAt} /> },
  {
    key: 'state',
    label: copy.columns.state,
    cell: ({ repliedAt }) => (
      <Badge color={repliedAt ? 'green' : 'yellow'} variant="light" tt="none">
        {repliedAt ? copy.replied : copy.waiting}
      </Badge>
    ),
  },
]

/** Messages from students and teachers to support; the subject links to the message. */
export function Messages() {
  const [filter, setFilter] = useState<MessageFilter>('open')
  const messages = useInfiniteQuery(messagesQuery(IS_OPEN[filter]))
  const options = Object.entries(copy.which).map(([value, label]) => ({
    value: value as MessageFilter,
    label,
  }))
  return (
    <>
      <PageHeader title={copy.title} count={countText(messages.data, copy.rows)} />
      <SegmentedControl
        className={classes.filter}
        aria-label={copy.show}
        data={options}
        value={filter}
        onChange={setFilter}
      />
      <QueryBoundary query={messages} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          if (rows.length === 0) return <EmptyState title={copy.empty} hint={copy.emptyHint} />
          return (
            <>
              <DataList label={copy.title} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
              <LoadMore query={messages} />
            </>
          )
        }}
      </QueryBoundary>
    </>
  )
}
