import type { CreditEntry, CreditLot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { compareInstants, formatDay } from '@/lib/time'

const copy = studentCopy.credits

/** Lots that can still be spent, in the order in which they are spent. */
export function usableLots(lots: readonly CreditLot[]): CreditLot[] {
  return lots
    .filter((lot) => lot.remaining > 0 && !lot.expired)
    .sort((a, b) => compareInstants(a.expiresAt, b.expiresAt))
}

/** Label of the next expiry: of all credits, or of those that expire first. */
export function expiryLabel(lots: readonly CreditLot[]): string {
  const usable = usableLots(lots)
  const first = usable.filter(({ expiresAt }) => expiresAt === usable[0]?.expiresAt)
  if (first.length === usable.length) return copy.expiresOn
  return copy.firstExpire(first.reduce((sum, { remaining }) => sum + remaining, 0))
}

/** A credit transaction as a sentence. */
export function entryText(entry: CreditEntry, zone: string): string {
  const count = Math.abs(entry.credits)
  const className = entry.classDateTime ? formatDay(entry.classDateTime, zone) : null
  switch (entry.kind) {
    case 'used':
      return copy.used(count, className)
    case 'returned':
      return copy.returned(count, className)
    case 'bought':
      return copy.bought(count)
    case 'granted':
      return copy.granted(count, className)
    case 'expired':
      return copy.expired(count)
    case 'refunded':
      return copy.refunded(count)
  }
}

/** `+4` or `−1`, with a minus sign (U+2212). */
export function formatSigned(credits: number): string {
  return credits < 0 ? `−${-credits}` : `+${credits}`
}
