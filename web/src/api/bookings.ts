import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import {
  bookWithCredits as bookWithCreditsCall,
  cancel,
  createCalendarEvent as createCalendarEventCall,
  getClassFile,
  listActiveClasses,
  listBookings,
  listCreditHistory,
  reschedule,
  sendBookingEmail as sendBookingEmailCall,
} from './gen/sdk.gen'
import type {
  Booking,
  BookWithCreditsRequest,
  CalendarEventRequest,
  RescheduleRequest,
  SendBookingEmailRequest,
} from './gen/types.gen'
import { keys } from './keys'

/** Books a class. The key comes from `newIdempotencyKey`, made when the dialog opened. */
export const bookWithCredits = (body: BookWithCreditsRequest, idempotencyKey: string) =>
  call(bookWithCreditsCall({ body, headers: { 'Idempotency-Key': idempotencyKey } }))

export const sendBookingEmail = (body: SendBookingEmailRequest) => call(sendBookingEmailCall({ body }))

export const createCalendarEvent = (body: CalendarEventRequest) => call(createCalendarEventCall({ body }))

/** Cancels a class. What comes of it follows the time at which the server hears of it (D24). */
export const cancelBooking = (id: string) => call(cancel({ path: { id } }))

/** Moves a class to another free slot of the same teacher and cost. */
export const rescheduleBooking = (id: string, body: RescheduleRequest) =>
  call(reschedule({ path: { id }, body }))

/** A class for the student's own calendar. Fetched, for a plain link would carry no access token. */
export const classFile = async (id: string): Promise<Blob> => {
  const file = await call<unknown>(getClassFile({ path: { id }, parseAs: 'blob' }))
  return file as Blob
}

const PAGE_ROWS = 500
const MAX_PAGES = 20

/** All classes of a student, newest class first: the student's tables are not paged (SPEC §2), the server's replies are. */
export const studentBookingsQuery = (studentId: string) =>
  queryOptions({
    queryKey: keys.bookings(studentId),
    queryFn: async ({ signal }) => {
      const all: Booking[] = []
      for (let page = 0; page < MAX_PAGES; page++) {
        const before = all.at(-1)?._id
        const query = { studentId, limit: PAGE_ROWS, ...(before ? { before } : {}) }
        const rows = await call(listBookings({ query, signal }))
        all.push(...rows)
        if (rows.length < PAGE_ROWS) break
      }
      return all
    },
  })

/** The coming classes of the signed-in student or teacher, soonest first. */
export const activeClassesQuery = () =>
  queryOptions({
    queryKey: keys.activeClasses,
    queryFn: ({ signal }) => call(listActiveClasses({ signal })),
  })

/** A coming class, or `null`. Not cached: a cached request may be older than the booking, and any change cancels it. */
export async function findActiveClass(id: string): Promise<Booking | null> {
  const active = await call(listActiveClasses())
  return active.find((booking) => booking._id === id) ?? null
}

export const creditHistoryQuery = (studentId: string) =>
  queryOptions({
    queryKey: keys.creditHistory(studentId),
    queryFn: ({ signal }) => call(listCreditHistory({ query: { studentId }, signal })),
  })
