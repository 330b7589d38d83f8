import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orderQuery } from '@/api/orders'
import { availableSlotsQuery } from '@/api/slots'
import type { Booking, Slot } from '@/api/types'

export interface RescheduleTargetsQuery {
  slots: Slot[] | undefined
  failed: boolean
  /** The teacher takes no bookings at the moment. */
  teacherUnavailable: boolean
  retrying: boolean
  retry: () => void
  /** Replaces the cached slots by those of an error response. */
  replace: (slots: Slot[]) => void
}

/** Free slots that a class can be rescheduled to: same teacher, same cost, not held by the student (D24). */
export function useRescheduleTargets(
  booking: Booking,
  zone: string,
  enabled: boolean,
): RescheduleTargetsQuery {
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
    teacherUnavailable: slots.error?.status === 404,
    retrying: slots.isFetching,
    retry: () => void slots.refetch(),
    replace: (currentSlots) =>
      client.setQueryData(query.queryKey, (old) => old && { ...old, slots: currentSlots }),
  }
}
