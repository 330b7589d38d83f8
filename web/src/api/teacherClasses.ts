import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sharedSdk from './gen/sdk.gen'
import * as sdk from './gen/teacher/sdk.gen'
import type { CancelDayRequest, PublishClassRequest } from './gen/types.gen'
import { teacherKeys } from './teacherKeys'
import type { ClassChange } from './teacherTypes'

const REFRESH_SECONDS = 60

/** All events of the teacher's calendar between two instants, at most 62 days apart. */
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: teacherKeys.calendar(from, to),
    queryFn: async ({ signal }) =>
      (await call(sdk.getTeacherCalendar({ client, query: { from, to }, signal }))).events,
    refetchInterval: REFRESH_SECONDS * 1000,
  })

/** One page of the teacher's classes: upcoming ones earliest first, past ones latest first. */
export const taughtClassesQuery = (when: 'upcoming' | 'past', limit: number, after: string | null) =>
  queryOptions({
    queryKey: teacherKeys.classes(when, limit, after),
    queryFn: ({ signal }) =>
      call(sdk.listTaughtClasses({ client, query: { when, limit, ...(after ? { after } : {}) }, signal })),
  })

/** Cancels a booking of one student, who gets a full refund (D24). */
export const cancelForStudent = (bookingId: string, reason: string) =>
  call(sharedSdk.cancelBooking({ path: { id: bookingId }, body: { reason } }))

export const markNoShow = (bookingId: string, noShow: boolean) =>
  call(sdk.markNoShow({ client, path: { id: bookingId }, body: { noShow } }))

export const publishedQuery = (teacherId: string, from: string, to: string) =>
  queryOptions({
    queryKey: teacherKeys.published(teacherId, from, to),
    queryFn: async ({ signal }) =>
      (await call(sdk.listPublishedClasses({ client, path: { id: teacherId }, query: { from, to }, signal })))
        .classes,
  })

export const publishClass = (teacherId: string, body: PublishClassRequest) =>
  call(sdk.publishClass({ client, path: { id: teacherId }, body }))

export const changeClass = (teacherId: string, slotId: string, body: ClassChange) =>
  call(sdk.updatePublishedClass({ client, path: { id: teacherId, slotId }, body }))

/** Cancels a published class for all participants. */
export const cancelClass = (teacherId: string, slotId: string, reason: string) =>
  call(sdk.cancelPublishedClass({ client, path: { id: teacherId, slotId }, body: { reason } }))

/** Cancels all classes of one date that have not started, and takes the date off. Idempotent. */
export const cancelDay = (teacherId: string, body: CancelDayRequest) =>
  call(sdk.cancelDay({ client, path: { id: teacherId }, body }))
