import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { SearchField } from '@/admin/SearchField'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import { StateSelect } from '@/admin/StateSelect'
import { Title } from '@/admin/Title'
import { peopleQuery } from '@/api/adminPeople'
import type { Person } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import type { Column } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'

const copy = adminPeopleCopy.list
const NONE = { q: '', role: '' }

const columns: Column<Person>[] = [
  {
    key: 'name',
    label: copy.columns.name,
    onCard: 'heading',
    cell: ({ _id, name }) => (
      <span className={sheet.name}>
        <TextLink href={`#people/${_id}`}>{name}</TextLink>
      </span>
    ),
  },
  {
    key: 'email',
    label: copy.columns.email,
    cell: ({ email }) => <span className={sheet.anywhere}>{email ?? adminPeopleCopy.none}</span>,
  },
  { key: 'role', label: copy.columns.role, cell: ({ role }) => adminPeopleCopy.roles[role] ?? role },
  {
    key: 'state',
    label: copy.columns.state,
    cell: ({ status }) => <Stamp state={status} words={adminPeopleCopy.states} />,
  },
  { key: 'since', label: copy.columns.since, cell: ({ createdAt }) => <When at={createdAt} show="date" /> },
]

/** Everybody who has signed in. */
export function People() {
  const { filters, settled, change } = useFilters('people', NONE)
  const people = useInfiniteQuery({ ...peopleQuery(settled), placeholderData: keepPreviousData })
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing query={people} words={copy} columns={columns} rowKey={({ _id }) => _id}>
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <StateSelect
          label={copy.role}
          all={copy.everybody}
          words={adminPeopleCopy.filterRoles}
          value={filters.role}
          onChange={(role) => change({ role })}
        />
      </Listing>
    </>
  )
}
