import { queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'
import type { AdminAccount, AdminAccountRequest, AdminActivationRequest } from './gen/types.gen'

export type {
  AdminAccount,
  AdminAccountRequest,
  AdminActivation,
  AdminProposedAuthenticator,
  AdminSession,
} from './gen/types.gen'

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'sessions'],
    queryFn: ({ signal }) => call(sdk.adminListSessions({ client, signal })),
  })

export const endSession = (id: string) => call(sdk.adminEndSession({ client, path: { id } }))

/** Changes the password and ends all other sessions. */
export const changePassword = (current: string, next: string) =>
  call(sdk.adminChangePassword({ client, body: { current, next } }))

/** Proposes a new authenticator, which is shown once and must be confirmed. */
export const createAuthenticator = (password: string, code: string) =>
  call(sdk.adminCreateAuthenticator({ client, body: { password, code } }))

/** Replaces the own authenticator with the proposed one, which shows this code. */
export const confirmAuthenticator = (proposal: string, code: string) =>
  call(sdk.adminConfirmAuthenticator({ client, body: { proposal, code } }))

/** All administrators. */
export const adminsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'admins'],
    queryFn: ({ signal }) => call(sdk.adminListAdmins({ client, signal })),
  })

/** Adds an administrator; the reply contains the activation link, which is shown once. */
export const addAdmin = (body: AdminAccountRequest) => call(sdk.adminCreateAdmin({ client, body }))

/** Replaces the activation link of an administrator who has not used it. */
export const renewActivationLink = (id: string, reason: string) =>
  call(sdk.adminRenewActivationLink({ client, path: { id }, body: { reason } }))

/** The account of an activation link. */
export const activationQuery = (token: string) =>
  queryOptions({
    queryKey: ['adminActivation', token],
    queryFn: ({ signal }) => call(sdk.adminCheckActivationLink({ client, body: { token }, signal })),
    // The link is used up by the activation, and the secret should not stay in memory.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Sets the password behind an activation link. */
export const activateAccount = (body: AdminActivationRequest) =>
  call(sdk.adminActivateAccount({ client, body }))

/** Disables an administrator and ends all their sessions. */
export const disableAdmin = (id: string, reason: string) =>
  call(sdk.adminDisableAdmin({ client, path: { id }, body: { reason } }))

export const enableAdmin = (id: string, reason: string) =>
  call(sdk.adminEnableAdmin({ client, path: { id }, body: { reason } }))

export const endAdminSessions = (id: string, reason: string) =>
  call(sdk.adminEndAdminSessions({ client, path: { id }, body: { reason } }))

/** Changes the role of an administrator and ends all their sessions. */
export const changeAdminRole = (id: string, role: AdminAccount['role'], reason: string) =>
  call(sdk.adminChangeAdminRole({ client, path: { id }, body: { role, reason } }))

/** Sets up a new authenticator; the reply contains its setup link, which is shown once. */
export const resetAuthenticator = (id: string, reason: string) =>
  call(sdk.adminResetAuthenticator({ client, path: { id }, body: { reason } }))
