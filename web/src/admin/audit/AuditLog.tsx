import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { Raw } from '@/admin/Raw'
import { SearchField } from '@/admin/SearchField'
import sheet from '@/admin/Sheet.module.css'
import { actWords, subjectHash, whoOf } from '@/admin/subjects'
import { Title } from '@/admin/Title'
import { auditQuery } from '@/api/admin'
import type { AuditLine } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import type { Column } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'

const copy = adminCopy.audit
const NONE = { q: '', actor: '', subject: '' }

const columns: Column<AuditLine>[] = [
  { key: 'at', label: copy.columns.at, cell: ({ at }) => <When at={at} /> },
  { key: 'who', label: copy.columns.who, cell: whoOf },
  { key: 'what', label: copy.columns.what, cell: ({ action }) => <What action={action} /> },
  { key: 'subject', label: copy.columns.subject, cell: (line) => <Subject line={line} /> },
  { key: 'reason', label: copy.columns.reason, cell: ({ reason }) => reason || copy.none },
  {
    key: 'detail',
    label: copy.columns.detail,
    cell: ({ detail, before, after }) => <Raw label={copy.show} data={{ detail, before, after }} />,
  },
]

/** In words, and as it is searched for and stands in the database. */
function What({ action }: { action: string }) {
  return (
    <>
      <div>{actWords(action)}</div>
      <div className={`${sheet.quiet} ${sheet.anywhere}`}>{action}</div>
    </>
  )
}

function Subject({ line }: { line: AuditLine }) {
  const hash = subjectHash(line)
  if (!line.subject) return copy.none
  return hash ? <TextLink href={`#${hash}`}>{line.subject}</TextLink> : line.subject
}

/** Who did what, and what it changed. */
export function AuditLog() {
  const { filters, settled, change } = useFilters('audit', NONE)
  const lines = useInfiniteQuery({ ...auditQuery(settled), placeholderData: keepPreviousData })
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing query={lines} words={copy} columns={columns} rowKey={({ _id }) => _id}>
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
      </Listing>
    </>
  )
}
