/** An order in a few words, for the provider's window and for lists. */
import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { browserZone, formatDay, formatTime } from '@/lib/time'

const copy = checkoutCopy.describe

/** `Private class, Mon, 23 Nov, 7:00 am` or `4 class credits`. */
export function describe(order: Order, zone: string = browserZone()): string {
  if (order.purpose === 'package') return copy.package(order.packageSize)
  return copy.class(
    order.classTypeKey ?? '',
    formatDay(order.dateTime, zone),
    formatTime(order.dateTime, zone),
  )
}
