import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Payout, type PayoutRun, payoutsQuery } from '@/api/adminPayouts'

type Listed = InfiniteData<{ items: Payout[] }>

/** The last run, without the payouts that have gone on since: said here, or no longer among those to be paid. */
export function useRun() {
  const [ran, setRan] = useState<{ run: PayoutRun; before: Listed | undefined } | null>(null)
  const [said, setSaid] = useState<readonly string[]>([])
  const toPay = useInfiniteQuery({ ...payoutsQuery('prepared'), enabled: ran !== null })
  // What was read before the run knows nothing of it, and of a list that goes on only the beginning is known.
  const known = ran && toPay.data !== ran.before && !toPay.hasNextPage ? toPay.data : undefined
  const listed = known && new Set(known.pages.flatMap(({ items }) => items.map(({ _id }) => _id)))
  const waits = ({ _id }: Payout) => !said.includes(_id) && (listed?.has(_id) ?? true)
  return {
    run: ran && {
      ...ran.run,
      /** Something was made, whatever became of it. */
      made: ran.run.prepared.length > 0,
      prepared: ran.run.prepared.filter(waits),
      earlier: ran.run.earlier.filter(waits),
    },
    show: (run: PayoutRun) => setRan({ run, before: toPay.data }),
    hide: () => setRan(null),
    say: (payout: Payout) => setSaid((ids) => [...ids, payout._id]),
  }
}
