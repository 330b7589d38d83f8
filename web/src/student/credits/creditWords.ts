/** Credits in words that a child could read. */

import type { CreditEntry, CreditLot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { compareInstants, formatDay } from '@/lib/time'

const copy = studentCopy.credits

/** The parcels that something can still be booked with, in the order in which they are used. */
export function usableLots(lots: readonly CreditLot[]): CreditLot[] {
  return lots
    .filter((lot) => lot.remaining > 0 && !lot.expired)
    .sort((a, b) => compareInstants(a.expiresAt, b.expiresAt))
}

/** How the next expiry is announced: of all credits, or of those that expire before the others. */
export function expiryLabel(lots: readonly CreditLot[]): string {
  const usable = usableLots(lots)
  const first = usable.filter(({ expiresAt }) => expiresAt === usable[0]?.expiresAt)
  if (first.length === usable.length) return copy.expiresOn
  return copy.firstExpire(first.reduce((sum, { remaining }) => sum + remaining, 0))
}

/** One line of the history. */
export function entryWords(entry: CreditEntry, zone: string): string {
  const count = Math.abs(entry.credits)
  const klass = entry.classDateTime ? formatDay(entry.classDateTime, zone) : null
  switch (entry.kind) {
    case 'used':
      return copy.used(count, klass)
    case 'returned':
      return copy.returned(count, klass)
    case 'bought':
      return copy.bought(count)
    case 'granted':
      return copy.granted(count, klass)
    case 'expired':
      return copy.expired(count)
    case 'refunded':
      return copy.refunded(count)
  }
}

/** `+4` or `−1`, with a real minus sign. */
export function signed(credits: number): string {
  return credits < 0 ? `−${-credits}` : `+${credits}`
}
