import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import { adminExportWaitlist, adminInviteFromWaitlist, adminListWaitlist } from './gen/sdk.gen'

export type { AdminWaiting as Waiting } from './gen/types.gen'

export interface WaitlistFilter {
  /** Empty for both. */
  role: string
  /** Part of a name or address. */
  q: string
  invited: boolean | undefined
}

const wordsOf = ({ role, q, invited }: WaitlistFilter) => ({
  ...(role ? { role } : {}),
  ...(q ? { q } : {}),
  ...(invited === undefined ? {} : { invited }),
})

export const waitlistQuery = (filter: WaitlistFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'waitlist', filter],
    queryFn: ({ signal, pageParam }) =>
      call(adminListWaitlist({ client, signal, query: { ...rowsAfter(pageParam), ...wordsOf(filter) } })),
    ...paged,
  })

export interface Invitation {
  id: string
  /** A teacher's invite code; empty for none. */
  code: string
  note: string
  /** To somebody who has had one. */
  again: boolean
}

export const inviteWaiting = ({ id, code, note, again }: Invitation) =>
  call(
    adminInviteFromWaitlist({
      client,
      path: { id },
      body: { ...(code ? { code } : {}), ...(note ? { note } : {}), ...(again ? { again } : {}) },
    }),
  )

/** Everybody whom a filter lists, as a table file. */
export const waitlistCsv = async (filter: WaitlistFilter): Promise<Blob> => {
  // Not as text, which loses the mark by which spreadsheets know its letters.
  const file = await call<unknown>(adminExportWaitlist({ client, query: wordsOf(filter), parseAs: 'blob' }))
  return file as Blob
}
