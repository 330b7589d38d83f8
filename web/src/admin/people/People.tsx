import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminList } from '@/admin/AdminList'
import { CsvButton } from '@/admin/CsvButton'
import { countText } from '@/admin/countText'
import table from '@/admin/DataTable.module.css'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import { StatusBadge } from '@/admin/StatusBadge'
import type { SortFields } from '@/admin/sorting'
import { exportPeople, peopleQuery } from '@/api/adminPeople'
import type { AdminPerson } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'

const copy = adminPeopleCopy.list
const NO_FILTERS = { q: '', role: '', sort: '' }
const SORT_FIELDS: SortFields = {
  since: { field: 'createdAt', kind: 'time' },
  name: { field: 'name', kind: 'text' },
}

const columns: Column<AdminPerson>[] = [
  {
    key: 'name',
    label: copy.columns.name,
    onCard: 'heading',
    cell: ({ _id, name }) => (
      <span className={table.name}>
        <TextLink href={`#people/${_id}`}>{name}</TextLink>
      </span>
    ),
  },
  {
    key: 'email',
    label: copy.columns.email,
    cell: ({ email }) => <span className={table.breakAnywhere}>{email ?? adminPeopleCopy.none}</span>,
  },
  { key: 'role', label: copy.columns.role, cell: ({ role }) => adminPeopleCopy.roles[role] ?? role },
  {
    key: 'state',
    label: copy.columns.state,
    cell: ({ status }) => <StatusBadge state={status} labels={adminPeopleCopy.states} />,
  },
  {
    key: 'since',
    label: copy.columns.since,
    cell: ({ createdAt }) => <DateTime instant={createdAt} show="date" />,
  },
]

/** List of all users. */
export function People() {
  const { filters, debouncedFilters, change } = useFilters('people', NO_FILTERS)
  const people = useInfiniteQuery({ ...peopleQuery(debouncedFilters), placeholderData: keepPreviousData })
  const disabledReason = useDisabledReason('support')
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} count={countText(people.data, copy.rows)} />
      <AdminList
        query={people}
        sorting={{ fields: SORT_FIELDS, value: filters.sort, onChange: (sort) => change({ sort }) }}
        labels={copy}
        columns={columns}
        rowKey={({ _id }) => _id}
      >
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <StateSelect
          label={copy.role}
          allLabel={copy.everyone}
          labels={adminPeopleCopy.filterRoles}
          value={filters.role}
          onChange={(role) => change({ role })}
        />
        <CsvButton
          name="people"
          disabledReason={disabledReason}
          load={() => exportPeople(debouncedFilters)}
        />
      </AdminList>
    </>
  )
}
