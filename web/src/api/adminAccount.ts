import { queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { call } from './client'
import * as sdk from './gen/sdk.gen'

export type { AdminSession } from './gen/types.gen'

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'sessions'],
    queryFn: ({ signal }) => call(sdk.adminListSessions({ client, signal })),
  })

export const endSession = (id: string) => call(sdk.adminEndSession({ client, path: { id } }))

/** Changes the password and ends all other sessions. */
export const changePassword = (current: string, next: string) =>
  call(sdk.adminChangePassword({ client, body: { current, next } }))
