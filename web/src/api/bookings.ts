import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import type {
  Booking,
  BookWithCreditsRequest,
  CalendarEventRequest,
  RescheduleRequest,
  SendBookingEmailRequest,
} from './gen/types.gen'
import { keys } from './keys'

/** Books a class. `idempotencyKey` comes from `newIdempotencyKey`, created when the dialog opened. */
export const bookWithCredits = (body: BookWithCreditsRequest, idempotencyKey: string) =>
  call(sdk.bookWithCredits({ body, headers: { 'Idempotency-Key': idempotencyKey } }))

export const sendBookingEmail = (body: SendBookingEmailRequest) => call(sdk.sendBookingEmail({ body }))

export const createCalendarEvent = (body: CalendarEventRequest) => call(sdk.createCalendarEvent({ body }))

/**
 * Cancels a class. The server decides the refund by the time at which the request arrives (D24), and
 * rejects the request if that is another outcome than the student saw.
 */
export const cancelBooking = (id: string, expectedOutcome: string) =>
  call(sdk.cancelBooking({ path: { id }, body: { expectedOutcome } }))

/** Moves a class to another free slot with the same teacher and cost. */
export const rescheduleBooking = (id: string, body: RescheduleRequest) =>
  call(sdk.rescheduleBooking({ path: { id }, body }))

/** Downloads a class as a calendar file. Fetched because a plain link would carry no access token. */
export const fetchClassFile = async (id: string): Promise<Blob> => {
  const file = await call<unknown>(sdk.getBookingCalendar({ path: { id }, parseAs: 'blob' }))
  return file as Blob
}

const PAGE_ROWS = 500
const MAX_PAGES = 20

/** All classes of a student, latest first. The student's tables are not paged (SPEC §2), the API is. */
export const studentBookingsQuery = (studentId: string) =>
  queryOptions({
    queryKey: keys.bookings(studentId),
    queryFn: async ({ signal }) => {
      const all: Booking[] = []
      for (let page = 0; page < MAX_PAGES; page++) {
        const before = all.at(-1)?._id
        const query = { studentId, limit: PAGE_ROWS, ...(before ? { before } : {}) }
        const rows = await call(sdk.listBookings({ query, signal }))
        all.push(...rows)
        if (rows.length < PAGE_ROWS) break
      }
      return all
    },
  })

/** Upcoming classes of the signed-in student or teacher, earliest first. */
export const activeClassesQuery = () =>
  queryOptions({
    queryKey: keys.activeClasses,
    queryFn: ({ signal }) => call(sdk.listActiveClasses({ signal })),
  })

/**
 * An upcoming class, or `null`. Not cached: a cached response may be older than the booking, and
 * any change cancels it.
 */
export async function findActiveClass(id: string): Promise<Booking | null> {
  const active = await call(sdk.listActiveClasses())
  return active.find((booking) => booking._id === id) ?? null
}

export const creditHistoryQuery = (studentId: string) =>
  queryOptions({
    queryKey: keys.creditHistory(studentId),
    queryFn: ({ signal }) => call(sdk.listCreditHistory({ query: { studentId }, signal })),
  })
