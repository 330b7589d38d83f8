import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, pageParams } from './adminPaging'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'

export type { AdminJob, LedgerCheck } from './gen/types.gen'

/** Queued and due, or failed for good. */
export type OutboxState = 'due' | 'dead'

export const outboxQuery = (state: OutboxState) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'outbox', state],
    queryFn: ({ signal, pageParam }) =>
      call(sdk.adminListJobs({ client, signal, query: { state, ...pageParams(pageParam) } })),
    ...cursorPaging,
  })

/** Queues a job again. `reason` is for the audit log and may be empty. */
export const retryJob = ({ id, reason }: { id: string; reason: string }) =>
  call(sdk.adminRetryJob({ client, path: { id }, body: { reason } }))

/** Polling interval while a ledger check is running. */
const POLL_MS = 3000

/** The last ledger check; polled while another one is running. */
export const ledgerCheckQuery = () =>
  queryOptions({
    queryKey: ['admin', 'ledger-check'],
    queryFn: ({ signal }) => call(sdk.adminGetLedgerCheck({ client, signal })),
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
  })

/** Starts a ledger check unless one is running. */
export const checkLedger = () => call(sdk.adminRunLedgerCheck({ client }))
