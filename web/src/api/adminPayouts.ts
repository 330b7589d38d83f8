import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, pageParams } from './adminPaging'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'

export type {
  AdminBankReplyRow,
  AdminOwed,
  AdminPayout,
  AdminPayoutDetails,
  AdminPayoutLine,
  AdminPayoutRun,
} from './gen/types.gen'

export type PayoutState = 'prepared' | 'paid' | 'failed'

/** Payouts in one state, or all. */
export const adminPayoutsQuery = (state: PayoutState | undefined, sort = '') =>
  infiniteQueryOptions({
    queryKey: ['admin', 'payouts', state ?? 'all', sort],
    queryFn: ({ signal, pageParam }) =>
      call(
        sdk.adminListPayouts({
          client,
          signal,
          query: { ...pageParams(pageParam), ...(state ? { state } : {}), ...(sort ? { sort } : {}) },
        }),
      ),
    ...cursorPaging,
  })

export const adminPayoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'payouts', 'one', id],
    queryFn: ({ signal }) => call(sdk.adminGetPayout({ client, signal, path: { id } })),
  })

const OWED_POLL_MS = 5 * 60_000

/** What teachers have earned and not been paid. */
export const owedQuery = () =>
  queryOptions({
    queryKey: ['admin', 'payouts', 'owed'],
    queryFn: async ({ signal }) => (await call(sdk.adminListOwed({ client, signal }))).items,
    refetchInterval: OWED_POLL_MS,
  })

/** Compares the bank's reply with the payouts; with `apply`, marks those that match as paid. */
export const importBankReply = ({ text, apply }: { text: string; apply: boolean }) =>
  call(sdk.adminImportBankReply({ client, body: { text, apply } }))

/** Prepares payouts. `date` is a date in India; `reason` is for the audit log and may be empty. */
export const runPayouts = ({ date, reason }: { date: string; reason: string }) =>
  call(sdk.adminRunPayouts({ client, body: { date, reason: reason.trim() } }))

/** Creates the CSV file for the bank. `again` includes payouts of an earlier file. */
export const createBankTable = async (again: boolean): Promise<Blob> => {
  const text = await call<unknown>(sdk.adminExportPayouts({ client, query: { again }, parseAs: 'text' }))
  return new Blob([String(text)], { type: 'text/csv' })
}

/** Marks a payout as paid. `byHand` is required for a payout that was in no bank file. */
export const markPayoutPaid = (id: string, reference: string, byHand: boolean) =>
  call(sdk.adminMarkPayoutPaid({ client, path: { id }, body: { reference, byHand } }))

export const markPayoutFailed = (id: string, reason: string) =>
  call(sdk.adminMarkPayoutFailed({ client, path: { id }, body: { reason } }))

/** Marks a paid payout as returned by the bank. */
export const markPayoutReturned = (id: string, reason: string) =>
  call(sdk.adminReversePayout({ client, path: { id }, body: { reason } }))
