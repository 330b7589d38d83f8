import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { classTypeLabel } from '@/copy/labels'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { currentChild } from '@/family/childName'
import { formatCharge } from '@/lib/money'
import { displayZone, epochMs, formatDate, formatTimeRange, toIso, zoneLabel } from '@/lib/time'

const copy = checkoutCopy.held
/** Classes last one hour (SPEC §9). */
const CLASS_MS = 3_600_000

/** What an unpaid order buys, and its total, for a description list. */
export function detailsOf(order: Order) {
  const zone = displayZone()
  const total = { label: copy.total, value: formatCharge(order.quote.total, order.currency) }
  if (order.purpose === 'package') return [{ label: copy.package, value: packageText(order) }, total]
  const start = order.dateTime ?? order.createdAt
  const end = toIso(epochMs(start) + CLASS_MS)
  return [
    { label: copy.date, value: formatDate(start, zone) },
    { label: copy.time, value: `${formatTimeRange(start, end, zone)} (${zoneLabel(zone, start)})` },
    { label: copy.type, value: classTypeLabel(order.classTypeKey ?? '') },
    { label: copy.teacher, value: order.teacherName },
    total,
  ]
}

function packageText({ packageSize, quote: { expiryDays } }: Order): string {
  const child = currentChild()
  if (!child) return copy.packageOf(packageSize, expiryDays)
  const childCopy = childSectionsCopy.package
  return expiryDays ? childCopy.what(child, packageSize, expiryDays) : childCopy.of(child, packageSize)
}
