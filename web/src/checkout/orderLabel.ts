import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { classTypeLabel } from '@/copy/labels'
import { displayZone, formatDay, formatTime } from '@/lib/time'

const copy = checkoutCopy.describe

/** Short label of an order: `Private class, Mon, 23 Nov, 7:00 am` or `4 class credits`. */
export function orderLabel(order: Order, zone: string = displayZone()): string {
  if (order.purpose === 'package') return copy.package(order.packageSize)
  const at = order.movedTo ?? order.dateTime
  return copy.class(classTypeLabel(order.classTypeKey ?? ''), formatDay(at, zone), formatTime(at, zone))
}
