/** An order in a few words, for the provider's window and for lists. */
import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { classTypeWord } from '@/copy/words'
import { browserZone, formatDay, formatTime } from '@/lib/time'

const copy = checkoutCopy.describe

/** `Private class, Mon, 23 Nov, 7:00 am` or `4 class credits`. */
export function describe(order: Order, zone: string = browserZone()): string {
  if (order.purpose === 'package') return copy.package(order.packageSize)
  const at = order.movedTo ?? order.dateTime
  return copy.class(classTypeWord(order.classTypeKey ?? ''), formatDay(at, zone), formatTime(at, zone))
}
