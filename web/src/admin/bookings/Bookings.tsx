import { TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminList } from '@/admin/AdminList'
import { ADMIN_ZONE } from '@/admin/adminZone'
import { CsvButton } from '@/admin/CsvButton'
import table from '@/admin/DataTable.module.css'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import { adminBookingsQuery, fetchAllBookings } from '@/api/adminBookings'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import type { CsvColumn } from '@/lib/csv'
import { isDay, toInstant } from '@/lib/localDateTime'
import { addDays } from '@/lib/time'
import {
  bookingPaymentColumn,
  bookingStatusColumn,
  bookingStudentColumn,
  bookingTeacherColumn,
  paymentText,
  timeColumn,
} from './bookingColumns'

const copy = adminBookingsCopy.list
const NO_FILTERS = { q: '', status: '', from: '', to: '' }
const COLUMNS = [
  timeColumn,
  bookingStudentColumn,
  bookingTeacherColumn,
  bookingStatusColumn,
  bookingPaymentColumn,
]

const CSV_COLUMNS: CsvColumn<Booking>[] = [
  { label: adminBookingsCopy.facts.code, value: ({ bookingCode }) => bookingCode },
  { label: copy.columns.at, value: ({ dateTime }) => dateTime },
  { label: copy.columns.student, value: ({ studentName }) => studentName },
  { label: copy.columns.teacher, value: ({ teacherName }) => teacherName },
  { label: copy.columns.state, value: ({ bookingStatus }) => adminBookingsCopy.statuses[bookingStatus] },
  { label: adminBookingsCopy.facts.kind, value: ({ classTypeKey }) => classTypeKey },
  { label: copy.columns.paid, value: paymentText },
  { label: adminBookingsCopy.facts.booked, value: ({ createdAt }) => createdAt },
  { label: adminBookingsCopy.facts.cancelled, value: ({ cancelledAt }) => cancelledAt },
]

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
      <PageHeader title={copy.title} lead={copy.lead} />
      <AdminList query={bookings} labels={copy} columns={COLUMNS} rowKey={({ _id }) => _id}>
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
        <CsvButton name="bookings" columns={CSV_COLUMNS} load={() => fetchAllBookings(queryFilters)} />
      </AdminList>
    </>
  )
}

/** Start of a day in India, or of the day `daysLater` days after it; empty if the text is not a date. */
function startOfDay(day: string, daysLater = 0): string {
  return isDay(day) ? (toInstant(`${addDays(day, daysLater)}T00:00`, ADMIN_ZONE) ?? '') : ''
}
