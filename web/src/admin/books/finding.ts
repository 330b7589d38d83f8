import { adminSystemCopy } from '@/copy/adminSystem'
import { formatCharge } from '@/lib/money'
import { browserZone, formatDate, formatTime, toIso } from '@/lib/time'

const copy = adminSystemCopy.books
const QUARTER_MS = 15 * 60 * 1000

/** Something that differs, in words. */
export interface Finding {
  meaning: string
  /** The id of what it is about; `null` where the sums differ as a whole. */
  about: string | null
  stored: string
  ledger: string
  raw: unknown
}

/** A difference as the check has kept it, whatever of it is missing. */
export function findingOf(raw: Readonly<Record<string, unknown>>): Finding {
  const { rule, meaning, subject, commodity, stored, ledger } = raw
  const what = typeof commodity === 'string' ? commodity : ''
  const words = typeof meaning === 'string' ? meaning : typeof rule === 'string' ? rule : copy.unknown
  return {
    meaning: words.charAt(0).toUpperCase() + words.slice(1),
    about: typeof subject === 'string' ? subject : null,
    stored: amountWords(stored, what),
    // An order without a result has no amount there.
    ledger: rule === 'order_result' && ledger === -1 ? copy.nothing : amountWords(ledger, what),
    raw,
  }
}

function amountWords(amount: unknown, commodity: string): string {
  if (typeof amount !== 'number') return copy.nothing
  switch (commodity) {
    case 'CREDIT':
      return copy.credits(amount)
    case 'SEAT':
      return copy.seats(amount)
    case 'COUPON':
      return copy.uses(amount)
    case 'QUARTER':
      return quarterWords(amount)
    case 'INR':
    case 'USD':
      return formatCharge(amount / 100, commodity)
    default:
      return copy.other(amount, commodity)
  }
}

/** Hours are counted in quarters since 1970. */
function quarterWords(quarter: number): string {
  const at = toIso(quarter * QUARTER_MS)
  return `${formatDate(at, browserZone())}, ${formatTime(at, browserZone())}`
}
