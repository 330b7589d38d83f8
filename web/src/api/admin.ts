import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminClient as client, setCsrfToken } from './adminClient'
import type { Admin, AdminLoginRequest, PendingTeacher } from './adminTypes'
import { call } from './client'
import { isApiError } from './error'
import * as sdk from './gen/admin/sdk.gen'
import { invalidate } from './queryClient'

const PAGE_SIZE = 20
const OVERVIEW_POLL_MS = 30_000

const keys = {
  all: ['admin'] as const,
  me: ['admin', 'me'] as const,
  overview: ['admin', 'overview'] as const,
  pending: ['admin', 'pending'] as const,
  messages: ['admin', 'messages'] as const,
  audit: ['admin', 'audit'] as const,
}

let currentAdmin: Admin | undefined

function storeSession({ admin, csrfToken }: { admin: Admin; csrfToken: string }): Admin {
  setCsrfToken(csrfToken)
  currentAdmin = admin
  return admin
}

/** Fetches the signed-in administrator. */
export const fetchAdmin = async (signal?: AbortSignal): Promise<Admin> =>
  storeSession(await call(sdk.adminGetSession({ client, ...(signal ? { signal } : {}) })))

export const logIn = async (body: AdminLoginRequest): Promise<Admin> =>
  storeSession(await call(sdk.adminSignIn({ client, body })))

/** Ends the session. A session that has already ended counts as success. */
export async function logOut(): Promise<void> {
  await call(sdk.adminSignOut({ client })).catch((error: unknown) => {
    if (!isApiError(error) || error.status !== 401) throw error
  })
  clearSession()
}

/** Ends the administrator's sessions in all browsers. */
export async function logOutEverywhere(): Promise<void> {
  await call(sdk.adminSignOutEverywhere({ client }))
  clearSession()
}

function clearSession(): void {
  currentAdmin = undefined
  setCsrfToken('')
}

/** Removes cached admin data, so that the next administrator of this browser does not see it. */
export const removeAdminQueries = (queries: QueryClient): void =>
  queries.removeQueries({ queryKey: keys.all })

export const adminQuery = () =>
  queryOptions({
    queryKey: keys.me,
    queryFn: ({ signal }) => fetchAdmin(signal),
    initialData: () => currentAdmin,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const overviewQuery = () =>
  queryOptions({
    queryKey: keys.overview,
    queryFn: ({ signal }) => call(sdk.adminGetOverview({ client, signal })),
  })

export const pendingTeachersQuery = () =>
  queryOptions({
    queryKey: keys.pending,
    queryFn: ({ signal }) => call(sdk.adminListPendingTeachers({ client, signal })),
  })

/**
 * Sends the version that the administrator saw; the server rejects the decision if the application
 * has changed since.
 */
export const approveTeacher = ({ _id, version }: PendingTeacher) =>
  call(sdk.adminApproveTeacher({ client, path: { id: _id }, body: { version } }))

export const rejectTeacher = ({ _id, version }: PendingTeacher, reason: string) =>
  call(
    sdk.adminRejectTeacher({ client, path: { id: _id }, body: { version, ...(reason ? { reason } : {}) } }),
  )

/** Takes a decision back, as long as its email has not been sent. */
export const undoDecision = (teacherId: string, decisionId: string) =>
  call(sdk.adminUndoTeacherDecision({ client, path: { id: teacherId }, body: { decisionId } }))

/** Support messages: unanswered (`open`), answered (not `open`) or all (`undefined`). */
export const messagesQuery = (open: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keys.messages, open ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      call(
        sdk.adminListMessages({
          client,
          signal,
          query: {
            limit: PAGE_SIZE,
            ...(open === undefined ? {} : { open }),
            ...(pageParam ? { after: pageParam } : {}),
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.messages, 'one', id],
    queryFn: ({ signal }) => call(sdk.adminGetMessage({ client, signal, path: { id } })),
  })

/** Replies to a message. `again` allows another reply. */
export const replyToMessage = (id: string, text: string, again: boolean) =>
  call(sdk.adminReplyToMessage({ client, path: { id }, body: { text, again } }))

export interface AuditFilter {
  /** Part of the action's name. */
  q: string
  /** Further actions to show, by name. */
  actions: readonly string[]
  /** Part of the administrator's name. */
  actor: string
  /** The id of the object that the action changed. */
  subject: string
}

export const auditQuery = ({ q, actions, actor, subject }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.audit, q, actions, actor, subject],
    queryFn: ({ signal, pageParam }) =>
      call(
        sdk.adminListAuditEvents({
          client,
          signal,
          query: {
            limit: PAGE_SIZE,
            ...(q && { q }),
            ...(actions.length > 0 && { actions: actions.join(',') }),
            ...(actor && { actor }),
            ...(subject && { subject }),
            ...(pageParam ? { after: pageParam } : {}),
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Key figures; refetched while a page shows them. */
export const liveOverviewQuery = () => ({ ...overviewQuery(), refetchInterval: OVERVIEW_POLL_MS })

/**
 * Refetches all admin queries except the administrator: an action can change any of them, and few
 * are mounted.
 */
export const invalidateAdmin = (queries: QueryClient) =>
  invalidate(queries, { queryKey: keys.all, predicate: ({ queryKey }) => queryKey[1] !== 'me' })
