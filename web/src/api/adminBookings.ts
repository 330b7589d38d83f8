import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import {
  adminCancelBooking,
  adminGetBooking,
  adminListBookings,
  adminListStarts,
  adminMoveBooking,
  adminResendBookingMail,
} from './gen/sdk.gen'

const keys = ['admin', 'bookings'] as const
/** How often to look whether mails that wait have gone. */
const LOOK_MS = 5000

export interface BookingsFilter {
  /** How words of the name or address of somebody in it begin, or the booking's id. */
  q: string
  /** Empty for all. */
  status: string
  /** Instants between which the class starts; empty for no bound. */
  from: string
  to: string
}

export const bookingsQuery = ({ q, status, from, to }: BookingsFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'list', status, from, to, q],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        adminListBookings({
          client,
          signal,
          query: {
            ...rowsAfter(after),
            ...(q && { q }),
            ...(status && { status }),
            ...(from && { from }),
            ...(to && { to }),
          },
        }),
      ),
    ...paged,
  })

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'one', id],
    queryFn: ({ signal }) => call(adminGetBooking({ client, signal, path: { id } })),
    refetchInterval: ({ state }) =>
      state.data?.mails.some((mail) => mail.state === 'ready') ? LOOK_MS : false,
  })

/** Where a class can be moved to, soonest first. */
export const startsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'starts', id],
    queryFn: async ({ signal }) => (await call(adminListStarts({ client, signal, path: { id } }))).starts,
  })

export const cancelBooking = (id: string, reason: string) =>
  call(adminCancelBooking({ client, path: { id }, body: { reason } }))

export const moveBooking = (id: string, dateTime: string, reason: string) =>
  call(adminMoveBooking({ client, path: { id }, body: { dateTime, reason } }))

export const resendBookingMail = (id: string, reason: string) =>
  call(adminResendBookingMail({ client, path: { id }, body: { reason } }))
