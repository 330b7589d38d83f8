import { queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { call } from './client'
import { adminChangePassword, adminEndSession, adminListSessions } from './gen/sdk.gen'

export type { AdminSession } from './gen/types.gen'

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'sessions'],
    queryFn: ({ signal }) => call(adminListSessions({ client, signal })),
  })

export const endSession = (id: string) => call(adminEndSession({ client, path: { id } }))

/** Changes the password and ends all other sessions. */
export const changePassword = (current: string, next: string) =>
  call(adminChangePassword({ client, body: { current, next } }))
