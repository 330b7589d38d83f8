import { TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useFilters } from '@/admin/filters'
import { HOME_ZONE } from '@/admin/homeZone'
import { Listing } from '@/admin/Listing'
import { SearchField } from '@/admin/SearchField'
import sheet from '@/admin/Sheet.module.css'
import { StateSelect } from '@/admin/StateSelect'
import { Title } from '@/admin/Title'
import { bookingsQuery } from '@/api/adminBookings'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { addDays } from '@/lib/time'
import { instantAt, isDay } from '@/lib/wall'
import { at, paid, state, student, teacher } from './columns'

const copy = adminBookingsCopy.list
const NONE = { q: '', status: '', from: '', to: '' }
const COLUMNS = [at, student, teacher, state, paid]

/** Every class that was booked. */
export function Bookings() {
  const { filters, settled, change } = useFilters('bookings', NONE)
  const asked = { ...settled, from: startOf(settled.from), to: startOf(settled.to, 1) }
  const bookings = useInfiniteQuery({ ...bookingsQuery(asked), placeholderData: keepPreviousData })
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing query={bookings} words={copy} columns={COLUMNS} rowKey={({ _id }) => _id}>
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <StateSelect
          label={copy.status}
          all={copy.anyStatus}
          words={adminBookingsCopy.filterStatuses}
          value={filters.status}
          onChange={(status) => change({ status })}
        />
        <TextInput
          className={sheet.day}
          type="date"
          label={copy.from}
          value={filters.from}
          max={filters.to || undefined}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          className={sheet.day}
          type="date"
          label={copy.to}
          value={filters.to}
          min={filters.from || undefined}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </Listing>
    </>
  )
}

/** When a day begins in India, or the one `later` days on; nothing for what is no day. */
function startOf(day: string, later = 0): string {
  return isDay(day) ? (instantAt(`${addDays(day, later)}T00:00`, HOME_ZONE) ?? '') : ''
}
