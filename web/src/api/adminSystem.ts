import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import { adminGetLedgerCheck, adminListOutbox, adminResendWork, adminRunLedgerCheck } from './gen/sdk.gen'

export type { AdminWork as Work, LedgerCheck } from './gen/types.gen'

/** Waiting and due by now, or given up. */
export type Pile = 'due' | 'dead'

export const outboxQuery = (state: Pile) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'outbox', state],
    queryFn: ({ signal, pageParam }) =>
      call(adminListOutbox({ client, signal, query: { state, ...rowsAfter(pageParam) } })),
    ...paged,
  })

/** `reason`: for the audit log, or nothing. */
export const resendWork = ({ id, reason }: { id: string; reason: string }) =>
  call(adminResendWork({ client, path: { id }, body: { reason } }))

/** How often to look whether a check has come to its end. */
const LOOK_MS = 3000

/** The last check; looked at again by itself while another is under way. */
export const ledgerCheckQuery = () =>
  queryOptions({
    queryKey: ['admin', 'ledger-check'],
    queryFn: ({ signal }) => call(adminGetLedgerCheck({ client, signal })),
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_MS : false),
  })

/** Begins a check, unless one is under way. */
export const checkLedger = () => call(adminRunLedgerCheck({ client }))
