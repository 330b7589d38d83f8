import { queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { call } from './client'
import * as sdk from './gen/sdk.gen'

export type { AdminAccount, AdminSession } from './gen/types.gen'

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'sessions'],
    queryFn: ({ signal }) => call(sdk.adminListSessions({ client, signal })),
  })

export const endSession = (id: string) => call(sdk.adminEndSession({ client, path: { id } }))

/** Changes the password and ends all other sessions. */
export const changePassword = (current: string, next: string) =>
  call(sdk.adminChangePassword({ client, body: { current, next } }))

/** All administrators. */
export const adminsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'admins'],
    queryFn: ({ signal }) => call(sdk.adminListAdmins({ client, signal })),
  })

/** Disables an administrator and ends all their sessions. */
export const disableAdmin = (id: string, reason: string) =>
  call(sdk.adminDisableAdmin({ client, path: { id }, body: { reason } }))

export const enableAdmin = (id: string, reason: string) =>
  call(sdk.adminEnableAdmin({ client, path: { id }, body: { reason } }))

export const endAdminSessions = (id: string, reason: string) =>
  call(sdk.adminEndAdminSessions({ client, path: { id }, body: { reason } }))

/** Sets up a new authenticator; the reply contains its setup link, which is shown once. */
export const resetAuthenticator = (id: string, reason: string) =>
  call(sdk.adminResetAuthenticator({ client, path: { id }, body: { reason } }))
