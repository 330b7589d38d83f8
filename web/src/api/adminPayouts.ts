import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import {
  adminFailPayout,
  adminGetPayout,
  adminListPayouts,
  adminMakeBankTable,
  adminPayPayout,
  adminReturnPayout,
  adminRunPayouts,
} from './gen/sdk.gen'

export type {
  AdminPayout as Payout,
  AdminPayoutDetails as PayoutDetails,
  AdminPayoutLine as PayoutLine,
  AdminPayoutRun as PayoutRun,
} from './gen/types.gen'

export type PayoutState = 'prepared' | 'paid' | 'failed'

/** Payouts of one state, or all. */
export const payoutsQuery = (state: PayoutState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'payouts', state ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      call(
        adminListPayouts({
          client,
          signal,
          query: { ...rowsAfter(pageParam), ...(state ? { state } : {}) },
        }),
      ),
    ...paged,
  })

export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'payouts', 'one', id],
    queryFn: ({ signal }) => call(adminGetPayout({ client, signal, path: { id } })),
  })

/** `date`: a day in India; `reason`: for the audit log, or nothing. */
export const runPayouts = ({ date, reason }: { date: string; reason: string }) =>
  call(adminRunPayouts({ client, body: { date, reason: reason.trim() } }))

/** `again`: with those that an earlier table held. */
export const makeBankTable = async (again: boolean): Promise<Blob> => {
  const text = await call<unknown>(adminMakeBankTable({ client, query: { again }, parseAs: 'text' }))
  return new Blob([String(text)], { type: 'text/csv' })
}

/** `byHand`: one that was in no table for the bank. */
export const payPayout = (id: string, reference: string, byHand: boolean) =>
  call(adminPayPayout({ client, path: { id }, body: { reference, byHand } }))

export const failPayout = (id: string, reason: string) =>
  call(adminFailPayout({ client, path: { id }, body: { reason } }))

/** One that was paid, and came back. */
export const returnPayout = (id: string, reason: string) =>
  call(adminReturnPayout({ client, path: { id }, body: { reason } }))
