import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, pageParams } from './adminPaging'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'

export type { AdminWaiting } from './gen/types.gen'

export interface WaitlistFilter {
  /** Empty for both. */
  role: string
  /** Part of a name or address. */
  q: string
  invited: boolean | undefined
  /** Empty for the newest first. */
  sort: string
}

const filterParams = ({ role, q, invited, sort }: WaitlistFilter) => ({
  ...(role ? { role } : {}),
  ...(q ? { q } : {}),
  ...(invited === undefined ? {} : { invited }),
  ...(sort ? { sort } : {}),
})

export const waitlistQuery = (filter: WaitlistFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'waitlist', filter],
    queryFn: ({ signal, pageParam }) =>
      call(
        sdk.adminListWaitlistEntries({
          client,
          signal,
          query: { ...pageParams(pageParam), ...filterParams(filter) },
        }),
      ),
    ...cursorPaging,
  })

export interface WaitlistInvitation {
  id: string
  /** A teacher's invite code; empty for none. */
  code: string
  note: string
  /** Invites a person who has been invited before. */
  again: boolean
}

export const inviteFromWaitlist = ({ id, code, note, again }: WaitlistInvitation) =>
  call(
    sdk.adminInviteWaitlistEntry({
      client,
      path: { id },
      body: { ...(code ? { code } : {}), ...(note ? { note } : {}), ...(again ? { again } : {}) },
    }),
  )

/** Exports all entries that match the filter as a CSV file. */
export const exportWaitlist = async (filter: WaitlistFilter): Promise<Blob> => {
  // Not as text, which would lose the byte order mark that spreadsheets need.
  const file = await call<unknown>(
    sdk.adminExportWaitlistEntries({ client, query: filterParams(filter), parseAs: 'blob' }),
  )
  return file as Blob
}
