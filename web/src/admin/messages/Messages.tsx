import { Anchor, Badge, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '@/admin/Admin.module.css'
import { More } from '@/admin/More'
import { Title } from '@/admin/Title'
import { messagesQuery } from '@/api/admin'
import type { SupportMessage } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'

const copy = adminCopy.messages

const WHICH = { open: true, answered: false, all: undefined } as const
type Which = keyof typeof WHICH

const columns: Column<SupportMessage>[] = [
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
  { key: 'at', label: copy.columns.at, cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    key: 'state',
    label: copy.columns.state,
    cell: ({ answeredAt }) => (
      <Badge color={answeredAt ? 'green' : 'yellow'} variant="light" tt="none">
        {answeredAt ? copy.answered : copy.waiting}
      </Badge>
    ),
  },
]

/** What students and teachers wrote to support; a subject leads to the message. */
export function Messages() {
  const [which, setWhich] = useState<Which>('open')
  const messages = useInfiniteQuery(messagesQuery(WHICH[which]))
  const choices = Object.entries(copy.which).map(([value, label]) => ({ value: value as Which, label }))
  return (
    <>
      <Title title={copy.title} />
      <SegmentedControl
        className={classes.filter}
        aria-label={copy.show}
        data={choices}
        value={which}
        onChange={setWhich}
      />
      <Reading query={messages} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          if (rows.length === 0) return <EmptyState title={copy.empty} hint={copy.emptyHint} />
          return (
            <>
              <DataList label={copy.title} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
              <More query={messages} />
            </>
          )
        }}
      </Reading>
    </>
  )
}
