import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, fileOf, pageParams } from './adminPaging'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'
import type { AgeBand } from './gen/types.gen'

const keys = ['admin', 'people'] as const

export interface PeopleFilter {
  /** Start of words in a name or address. */
  q: string
  /** Empty for all. */
  role: string
  /** Empty for the newest first. */
  sort: string
}

const filterParams = ({ q, role, sort }: PeopleFilter) => ({
  ...(q && { q }),
  ...(role && { role }),
  ...(sort && { sort }),
})

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'list', filter],
    queryFn: ({ signal, pageParam: after }) =>
      call(sdk.adminListPeople({ client, signal, query: { ...pageParams(after), ...filterParams(filter) } })),
    ...cursorPaging,
  })

/** Exports all people who match the filter as a CSV file, in the same order. */
export const exportPeople = (filter: PeopleFilter) =>
  fileOf(call<unknown>(sdk.adminExportPeople({ client, query: filterParams(filter), parseAs: 'blob' })))

export const fetchPerson = (id: string, signal: AbortSignal | null = null) =>
  call(sdk.adminGetPerson({ client, signal, path: { id } }))

export const personQuery = (id: string) =>
  queryOptions({ queryKey: [...keys, 'one', id], queryFn: ({ signal }) => fetchPerson(id, signal) })

/** A hand-over of students to another teacher. */
export interface HandOver {
  /** The teacher who gives students away. */
  from: string
  /** The teacher who takes them over. */
  teacherId: string
  /** The only student concerned; absent for all. */
  studentId?: string
}

/** What a hand-over affects. */
export const handOverPreviewQuery = ({ from, ...query }: HandOver) =>
  queryOptions({
    queryKey: [...keys, 'hand-over', from, query],
    queryFn: ({ signal }) => call(sdk.adminPreviewHandOver({ client, signal, path: { id: from }, query })),
  })

/** Hands over a teacher's students, at most 500, or one of them. */
export const handOverStudents = ({ from, ...body }: HandOver, reason: string) =>
  call(sdk.adminHandOverStudents({ client, path: { id: from }, body: { ...body, reason } }))

/** Cancels a person's upcoming classes, at most 200, with full refunds. */
export const cancelClasses = (id: string, reason: string) =>
  call(sdk.adminCancelClasses({ client, path: { id }, body: { reason } }))

/** What the suspension of a person affects. */
export const suspensionPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'suspension', id],
    queryFn: ({ signal }) => call(sdk.adminPreviewSuspension({ client, signal, path: { id } })),
  })

/** Suspends a person. Their email says whether their upcoming classes are cancelled. */
export const suspendPerson = (id: string, cancelsClasses: boolean, reason: string) =>
  call(sdk.adminSuspendPerson({ client, path: { id }, body: { reason, cancelsClasses } }))

/** Refunds what students paid for unspent credits with a suspended teacher. */
export const refundUnspentCredits = (id: string, reason: string) =>
  call(sdk.adminRefundUnspentCredits({ client, path: { id }, body: { reason } }))

export const restorePerson = (id: string, reason: string) =>
  call(sdk.adminUnsuspendPerson({ client, path: { id }, body: { reason } }))

export const changeCurrency = (id: string, currency: string, reason: string) =>
  call(sdk.adminChangeCurrency({ client, path: { id }, body: { currency, reason } }))

/** Corrects the date of birth or the age range, which people can state only once themselves. */
export const changeAge = (id: string, age: { birthDate: string } | { ageBand: AgeBand }, reason: string) =>
  call(sdk.adminChangeAge({ client, path: { id }, body: { ...age, reason } }))

export interface CreditGrant {
  /** The teacher whose classes the credits pay for. */
  teacherId: string
  count: number
  days: number
}

/** Grants credits. `again` confirms a grant right after another one to the same student. */
export const grantCredits = (id: string, grant: CreditGrant, reason: string, again: boolean) =>
  call(sdk.adminGrantCredits({ client, path: { id }, body: { ...grant, reason, again } }))

export const extendLot = (id: string, days: number, reason: string, again: boolean) =>
  call(sdk.adminExtendCreditLot({ client, path: { id }, body: { days, reason, again } }))

/** Exports all stored data of a person. The server writes an audit log entry. */
export const exportPerson = (id: string) => call(sdk.adminExportPerson({ client, path: { id } }))

export const deletePerson = (id: string, reason: string) =>
  call(sdk.adminDeletePerson({ client, path: { id }, body: { reason } }))
