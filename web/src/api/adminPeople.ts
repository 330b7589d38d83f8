import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import {
  adminChangeCurrency,
  adminDeletePerson,
  adminExportPerson,
  adminExtendLot,
  adminGetPerson,
  adminGrantCredits,
  adminListPeople,
  adminRestorePerson,
  adminSuspendPerson,
} from './gen/sdk.gen'

const keys = ['admin', 'people'] as const

export interface PeopleFilter {
  /** How words of a name or address begin. */
  q: string
  /** Empty for all. */
  role: string
}

export const peopleQuery = ({ q, role }: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'list', role, q],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        adminListPeople({
          client,
          signal,
          query: { ...rowsAfter(after), ...(q && { q }), ...(role && { role }) },
        }),
      ),
    ...paged,
  })

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'one', id],
    queryFn: ({ signal }) => call(adminGetPerson({ client, signal, path: { id } })),
  })

export const suspendPerson = (id: string, reason: string) =>
  call(adminSuspendPerson({ client, path: { id }, body: { reason } }))

export const restorePerson = (id: string, reason: string) =>
  call(adminRestorePerson({ client, path: { id }, body: { reason } }))

export const changeCurrency = (id: string, currency: string, reason: string) =>
  call(adminChangeCurrency({ client, path: { id }, body: { currency, reason } }))

export interface Gift {
  /** With whom the credits can be spent. */
  teacherId: string
  count: number
  days: number
}

/** `again`: meant, though this student was given credits a moment ago. */
export const grantCredits = (id: string, gift: Gift, reason: string, again: boolean) =>
  call(adminGrantCredits({ client, path: { id }, body: { ...gift, reason, again } }))

export const extendLot = (id: string, days: number, reason: string, again: boolean) =>
  call(adminExtendLot({ client, path: { id }, body: { days, reason, again } }))

/** Everything that is known of a person. Asking for it is written down. */
export const exportPerson = (id: string) => call(adminExportPerson({ client, path: { id } }))

export const deletePerson = (id: string, reason: string) =>
  call(adminDeletePerson({ client, path: { id }, body: { reason } }))
