import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminClient as client, setCsrfToken } from './adminClient'
import type { Admin, AdminCredentials, PendingTeacher } from './adminTypes'
import { call } from './client'
import { isApiError } from './error'
import {
  adminAnswerMessage,
  adminApproveTeacher,
  adminGetMessage,
  adminListAudit,
  adminListMessages,
  adminListPendingTeachers,
  adminLogin,
  adminLogout,
  adminLogoutEverywhere,
  adminMe,
  adminOverview,
  adminRejectTeacher,
} from './gen/sdk.gen'
import { invalidate } from './queryClient'

const ROWS = 20

const keys = {
  all: ['admin'] as const,
  me: ['admin', 'me'] as const,
  overview: ['admin', 'overview'] as const,
  pending: ['admin', 'pending'] as const,
  messages: ['admin', 'messages'] as const,
  audit: ['admin', 'audit'] as const,
}

let known: Admin | undefined

function remember({ admin, csrfToken }: { admin: Admin; csrfToken: string }): Admin {
  setCsrfToken(csrfToken)
  known = admin
  return admin
}

/** Who is signed in, as the server says. */
export const readAdmin = async (signal?: AbortSignal): Promise<Admin> =>
  remember(await call(adminMe({ client, ...(signal ? { signal } : {}) })))

export const logIn = async (body: AdminCredentials): Promise<Admin> =>
  remember(await call(adminLogin({ client, body })))

/** A session that has ended already is as good as one that ends now. */
export async function logOut(): Promise<void> {
  await call(adminLogout({ client })).catch((error: unknown) => {
    if (!isApiError(error) || error.status !== 401) throw error
  })
  forgetSession()
}

/** In all browsers. */
export async function logOutEverywhere(): Promise<void> {
  await call(adminLogoutEverywhere({ client }))
  forgetSession()
}

function forgetSession(): void {
  known = undefined
  setCsrfToken('')
}

/** What the next administrator of this browser is not to find. */
export const forgetAdminData = (queries: QueryClient): void => queries.removeQueries({ queryKey: keys.all })

export const adminQuery = () =>
  queryOptions({
    queryKey: keys.me,
    queryFn: ({ signal }) => readAdmin(signal),
    initialData: () => known,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const overviewQuery = () =>
  queryOptions({ queryKey: keys.overview, queryFn: ({ signal }) => call(adminOverview({ client, signal })) })

export const pendingTeachersQuery = () =>
  queryOptions({
    queryKey: keys.pending,
    queryFn: ({ signal }) => call(adminListPendingTeachers({ client, signal })),
  })

/** What has been looked at goes along with a decision: one that was sent again meanwhile is refused. */
export const approveTeacher = ({ _id, version }: PendingTeacher) =>
  call(adminApproveTeacher({ client, path: { id: _id }, body: { version } }))

export const rejectTeacher = ({ _id, version }: PendingTeacher, reason: string) =>
  call(adminRejectTeacher({ client, path: { id: _id }, body: { version, ...(reason ? { reason } : {}) } }))

/** Messages that wait (`open`), that are answered (not `open`), or all. */
export const messagesQuery = (open: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keys.messages, open ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      call(
        adminListMessages({
          client,
          signal,
          query: {
            limit: ROWS,
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
    queryFn: ({ signal }) => call(adminGetMessage({ client, signal, path: { id } })),
  })

/** `again`: another answer to a message that has one. */
export const answerMessage = (id: string, text: string, again: boolean) =>
  call(adminAnswerMessage({ client, path: { id }, body: { text, again } }))

export interface AuditFilter {
  /** Part of what was done. */
  q: string
  /** Part of the name of whoever did it. */
  actor: string
  /** The id of what it was done to. */
  subject: string
}

export const auditQuery = ({ q, actor, subject }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.audit, q, actor, subject],
    queryFn: ({ signal, pageParam }) =>
      call(
        adminListAudit({
          client,
          signal,
          query: {
            limit: ROWS,
            ...(q && { q }),
            ...(actor && { actor }),
            ...(subject && { subject }),
            ...(pageParam ? { after: pageParam } : {}),
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Loads again what an action changes: nearly everything, and little of it is on view. */
export const invalidateAdmin = (queries: QueryClient) =>
  invalidate(queries, { queryKey: keys.all, predicate: ({ queryKey }) => queryKey[1] !== 'me' })
