import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, fileOf, pageParams } from './adminPaging'
import type { AdminBookingDetails } from './adminPeopleTypes'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'

const keys = ['admin', 'bookings'] as const
/** Polling interval while mails are queued or a refund is on its way. */
const POLL_MS = 5000

export interface BookingsFilter {
  /** Start of words in the name or address of a participant, or the booking's id. */
  q: string
  /** Empty for all. */
  status: string
  /** Bounds of the class's start as instants; empty for no bound. */
  from: string
  to: string
  /** Empty for the latest class first. */
  sort: string
}

const filterParams = ({ q, status, from, to, sort }: BookingsFilter) => ({
  ...(q && { q }),
  ...(status && { status }),
  ...(from && { from }),
  ...(to && { to }),
  ...(sort && { sort }),
})

export const adminBookingsQuery = (filter: BookingsFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'list', filter],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        sdk.adminListBookings({ client, signal, query: { ...pageParams(after), ...filterParams(filter) } }),
      ),
    ...cursorPaging,
  })

/** Exports all bookings that match the filter as a CSV file, in the same order. */
export const exportBookings = (filter: BookingsFilter) =>
  fileOf(call<unknown>(sdk.adminExportBookings({ client, query: filterParams(filter), parseAs: 'blob' })))

const isInProgress = ({ mails, booking }: AdminBookingDetails): boolean =>
  mails.some(({ state }) => state === 'ready') ||
  ['requested', 'started'].includes(booking.refund?.state ?? '')

export const adminBookingQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'one', id],
    queryFn: ({ signal }) => call(sdk.adminGetBooking({ client, signal, path: { id } })),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? POLL_MS : false),
  })

/** Free slots that a booking can be moved to, earliest first. */
export const rescheduleTargetsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'starts', id],
    queryFn: async ({ signal }) =>
      (await call(sdk.adminListAvailableSlots({ client, signal, path: { id } }))).slots,
  })

export const cancelBookingAsAdmin = (id: string, reason: string) =>
  call(sdk.adminCancelBooking({ client, path: { id }, body: { reason } }))

export const rescheduleBookingAsAdmin = (id: string, dateTime: string, reason: string) =>
  call(sdk.adminRescheduleBooking({ client, path: { id }, body: { dateTime, reason } }))

export const resendBookingMail = (id: string, reason: string) =>
  call(sdk.adminResendBookingMail({ client, path: { id }, body: { reason } }))
