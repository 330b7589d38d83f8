import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orderQuery } from '@/api/orders'
import { availableSlotsQuery } from '@/api/slots'
import type { Booking, Slot } from '@/api/types'

export interface MoveTargetsQuery {
  slots: Slot[] | undefined
  failed: boolean
  retrying: boolean
  retry: () => void
  /** Puts a fresh list, as a refusal brings it along, in place of the old one. */
  replace: (slots: Slot[]) => void
}

/** Free hours to which a class can move: same teacher, same cost, and not one's own hold (D24). */
export function useMoveTargets(booking: Booking, zone: string, enabled: boolean): MoveTargetsQuery {
  const client = useQueryClient()
  const query = availableSlotsQuery(booking.teacherId, zone)
  const slots = useQuery({ ...query, enabled })
  const order = useQuery({
    ...orderQuery(booking.orderId ?? ''),
    enabled: enabled && Boolean(booking.orderId),
  })
  const cost = order.data?.quote.creditCost ?? Math.max(booking.creditsUsed, 1)
  return {
    slots: slots.data?.slots.filter((slot: Slot) => slot.creditCost === cost && !slot.orderId),
    failed: slots.isError && !slots.data,
    retrying: slots.isFetching,
    retry: () => void slots.refetch(),
    replace: (fresh) => client.setQueryData(query.queryKey, (old) => old && { ...old, slots: fresh }),
  }
}
