import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import {
  bookWithCredits as bookWithCreditsCall,
  createCalendarEvent as createCalendarEventCall,
  listActiveClasses,
  listBookings,
  listCreditHistory,
  sendBookingEmail as sendBookingEmailCall,
} from './gen/sdk.gen'
import type {
  BookWithCreditsRequest,
  CalendarEventRequest,
  SendBookingEmailRequest,
} from './gen/types.gen'
import { keys } from './keys'

/** Books a class. The key comes from `newIdempotencyKey`, made when the dialog opened. */
export const bookWithCredits = (body: BookWithCreditsRequest, idempotencyKey: string) =>
  call(bookWithCreditsCall({ body, headers: { 'Idempotency-Key': idempotencyKey } }))

export const sendBookingEmail = (body: SendBookingEmailRequest) => call(sendBookingEmailCall({ body }))

export const createCalendarEvent = (body: CalendarEventRequest) => call(createCalendarEventCall({ body }))

/** All classes of a student, newest class first. */
export const studentBookingsQuery = (studentId: string) =>
  queryOptions({
    queryKey: keys.bookings(studentId),
    queryFn: ({ signal }) => call(listBookings({ query: { studentId }, signal })),
  })

/** The coming classes of the signed-in student, or of a teacher, soonest first. */
export const activeClassesQuery = (teacherId?: string) =>
  queryOptions({
    queryKey: keys.activeClasses(teacherId ?? 'me'),
    queryFn: ({ signal }) => call(listActiveClasses({ query: teacherId ? { teacherId } : {}, signal })),
  })

export const creditHistoryQuery = (studentId: string) =>
  queryOptions({
    queryKey: keys.creditHistory(studentId),
    queryFn: ({ signal }) => call(listCreditHistory({ query: { studentId }, signal })),
  })
