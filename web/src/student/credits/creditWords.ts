/** One line of the credit history as a sentence that a child could read. */

import type { CreditEntry } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { formatDay } from '@/lib/time'

const copy = studentCopy.credits

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
      return copy.granted(count)
    case 'expired':
      return copy.expired(count)
  }
}

/** `+4` or `−1`, with a real minus sign. */
export function signed(credits: number): string {
  return credits < 0 ? `−${-credits}` : `+${credits}`
}
