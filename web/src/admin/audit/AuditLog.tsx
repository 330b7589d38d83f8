import { Anchor } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminList } from '@/admin/AdminList'
import table from '@/admin/DataTable.module.css'
import { useFilters } from '@/admin/filters'
import { Json } from '@/admin/JsonDetails'
import { PageHeader } from '@/admin/PageHeader'
import { SearchField } from '@/admin/SearchField'
import { actionLabel, actorLabel, findActions, subjectHash } from '@/admin/subjects'
import { auditQuery } from '@/api/admin'
import type { AuditLine } from '@/api/adminTypes'
import { adminAuditCopy } from '@/copy/adminAudit'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'

const copy = adminAuditCopy
const NO_FILTERS = { q: '', actor: '', subject: '' }

const factColumns: Column<AuditLine>[] = [
  { key: 'at', label: copy.columns.at, cell: ({ at }) => <DateTime instant={at} /> },
  { key: 'who', label: copy.columns.who, cell: actorLabel },
  { key: 'what', label: copy.columns.what, cell: ({ action }) => <ActionCell action={action} /> },
  { key: 'subject', label: copy.columns.subject, cell: (line) => <SubjectCell line={line} /> },
  { key: 'reason', label: copy.columns.reason, cell: ({ reason }) => reason || copy.none },
]

/** Opens and closes the data of a line. */
function dataColumn(opened: ReadonlySet<string>, toggle: (id: string) => void): Column<AuditLine> {
  return {
    key: 'detail',
    label: copy.columns.detail,
    cell: ({ _id }) => (
      <Anchor
        component="button"
        type="button"
        c="var(--brand)"
        underline="always"
        aria-expanded={opened.has(_id)}
        onClick={() => toggle(_id)}
      >
        {opened.has(_id) ? copy.hide : copy.show}
      </Anchor>
    ),
  }
}

/** The label and the name; the search matches both. */
function ActionCell({ action }: { action: string }) {
  return (
    <>
      <div>{actionLabel(action)}</div>
      <div className={`${table.muted} ${table.breakAnywhere}`}>{action}</div>
    </>
  )
}

function SubjectCell({ line }: { line: AuditLine }) {
  const hash = subjectHash(line)
  if (!line.subject) return copy.none
  const name = (
    <>
      {line.subjectName ?? (hash ? copy.unnamed : copy.none)}
      {line.subjectStartsAt && (
        <>
          , <DateTime instant={line.subjectStartsAt} />
        </>
      )}
    </>
  )
  return hash ? <TextLink href={`#${hash}`}>{name}</TextLink> : name
}

/** The audit log: who did what, and what changed. */
export function AuditLog() {
  const { filters, debouncedFilters, change } = useFilters('audit', NO_FILTERS)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const actions = findActions(debouncedFilters.q)
  const lines = useInfiniteQuery({
    ...auditQuery({ ...debouncedFilters, actions }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <AdminList
        query={lines}
        labels={copy}
        columns={[...factColumns, dataColumn(opened, toggle)]}
        rowKey={({ _id }) => _id}
        renderBelow={({ _id, subject, detail, before, after }) =>
          opened.has(_id) && <Json data={{ id: subject, detail, before, after }} />
        }
      >
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <SearchField
          label={copy.actor}
          hint={copy.actorHint}
          value={filters.actor}
          onChange={(actor) => change({ actor })}
        />
        <SearchField
          label={copy.subject}
          hint={copy.subjectHint}
          value={filters.subject}
          onChange={(subject) => change({ subject })}
        />
      </AdminList>
    </>
  )
}
