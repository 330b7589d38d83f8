import { TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminList } from '@/admin/AdminList'
import { ADMIN_ZONE } from '@/admin/adminZone'
import { CsvButton } from '@/admin/CsvButton'
import { countText } from '@/admin/countText'
import table from '@/admin/DataTable.module.css'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import type { SortFields } from '@/admin/sorting'
import { adminBookingsQuery, exportBookings } from '@/api/adminBookings'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { isDay, toInstant } from '@/lib/localDateTime'
import { addDays } from '@/lib/time'
import {
  bookedColumn,
  bookingPaymentColumn,
  bookingStatusColumn,
  bookingStudentColumn,
  bookingTeacherColumn,
  timeColumn,
} from './bookingColumns'

const copy = adminBookingsCopy.list
const NO_FILTERS = { q: '', status: '', from: '', to: '', sort: '' }
const COLUMNS = [
  timeColumn,
  bookingStudentColumn,
  bookingTeacherColumn,
  bookingStatusColumn,
  bookingPaymentColumn,
  bookedColumn,
]

const SORT_FIELDS: SortFields = {
  at: { field: 'dateTime', kind: 'time' },
  booked: { field: 'createdAt', kind: 'time' },
}

/** All bookings. */
export function Bookings() {
  const { filters, debouncedFilters, change } = useFilters('bookings', NO_FILTERS)
  const queryFilters = {
    ...debouncedFilters,
    from: startOfDay(debouncedFilters.from),
    to: startOfDay(debouncedFilters.to, 1),
  }
  const bookings = useInfiniteQuery({
    ...adminBookingsQuery(queryFilters),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} count={countText(bookings.data, copy.rows)} />
      <AdminList
        query={bookings}
        sorting={{ fields: SORT_FIELDS, value: filters.sort, onChange: (sort) => change({ sort }) }}
        labels={copy}
        columns={COLUMNS}
        rowKey={({ _id }) => _id}
      >
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <StateSelect
          label={copy.status}
          allLabel={copy.anyStatus}
          labels={adminBookingsCopy.filterStatuses}
          value={filters.status}
          onChange={(status) => change({ status })}
        />
        <TextInput
          className={table.day}
          type="date"
          label={copy.from}
          value={filters.from}
          max={filters.to || undefined}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          className={table.day}
          type="date"
          label={copy.to}
          value={filters.to}
          min={filters.from || undefined}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <CsvButton name="bookings" load={() => exportBookings(queryFilters)} />
      </AdminList>
    </>
  )
}

/** Start of a day in India, or of the day `daysLater` days after it; empty if the text is not a date. */
function startOfDay(day: string, daysLater = 0): string {
  return isDay(day) ? (toInstant(`${addDays(day, daysLater)}T00:00`, ADMIN_ZONE) ?? '') : ''
}
