import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminPayout, type AdminPayoutRun, adminPayoutsQuery } from '@/api/adminPayouts'

type PayoutPages = InfiniteData<{ items: AdminPayout[] }>

/** The last run, with only those of its payouts that are still unpaid. */
export function usePayoutRun() {
  const [lastRun, setLastRun] = useState<{ run: AdminPayoutRun; dataBefore: PayoutPages | undefined } | null>(
    null,
  )
  const [recordedIds, setRecordedIds] = useState<readonly string[]>([])
  const preparedQuery = useInfiniteQuery({ ...adminPayoutsQuery('prepared'), enabled: lastRun !== null })
  // Data loaded before the run does not contain its payouts, and an incomplete list cannot show
  // that one is missing.
  const current =
    lastRun && preparedQuery.data !== lastRun.dataBefore && !preparedQuery.hasNextPage
      ? preparedQuery.data
      : undefined
  const preparedIds = current && new Set(current.pages.flatMap(({ items }) => items.map(({ _id }) => _id)))
  const isUnpaid = ({ _id }: AdminPayout) => !recordedIds.includes(_id) && (preparedIds?.has(_id) ?? true)
  return {
    run: lastRun && {
      ...lastRun.run,
      /** Whether the run prepared any payout, paid or not. */
      hasPrepared: lastRun.run.prepared.length > 0,
      prepared: lastRun.run.prepared.filter(isUnpaid),
      earlier: lastRun.run.earlier.filter(isUnpaid),
    },
    show: (run: AdminPayoutRun) => setLastRun({ run, dataBefore: preparedQuery.data }),
    hide: () => setLastRun(null),
    addRecorded: (payout: AdminPayout) => setRecordedIds((ids) => [...ids, payout._id]),
  }
}
