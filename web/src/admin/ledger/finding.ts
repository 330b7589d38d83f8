import { adminSystemCopy } from '@/copy/adminSystem'
import { formatCharge } from '@/lib/money'
import { displayZone, formatDateTime, toIso } from '@/lib/time'

const copy = adminSystemCopy.books
const QUARTER_HOUR_MS = 15 * 60 * 1000

/** A difference found by a ledger check, as text. */
export interface Finding {
  meaning: string
  /** The id of the subject; `null` if a total differs. */
  about: string | null
  stored: string
  ledger: string
  raw: unknown
}

/** Converts a stored difference, whose members may be missing. */
export function toFinding(raw: Readonly<Record<string, unknown>>): Finding {
  const { rule, meaning, subject, commodity, stored, ledger } = raw
  const unit = typeof commodity === 'string' ? commodity : ''
  const text = typeof meaning === 'string' ? meaning : typeof rule === 'string' ? rule : copy.unknown
  return {
    meaning: text.charAt(0).toUpperCase() + text.slice(1),
    about: typeof subject === 'string' ? subject : null,
    stored: amountText(stored, unit),
    // An order without a result has no amount in the ledger.
    ledger: rule === 'order_result' && ledger === -1 ? copy.nothing : amountText(ledger, unit),
    raw,
  }
}

function amountText(amount: unknown, commodity: string): string {
  if (typeof amount !== 'number') return copy.nothing
  switch (commodity) {
    case 'CREDIT':
      return copy.credits(amount)
    case 'SEAT':
      return copy.seats(amount)
    case 'COUPON':
      return copy.uses(amount)
    case 'QUARTER':
      return quarterHourText(amount)
    case 'INR':
    case 'USD':
      return formatCharge(amount / 100, commodity)
    default:
      return copy.other(amount, commodity)
  }
}

/** Quarter hours are counted since 1970. */
function quarterHourText(quarter: number): string {
  const at = toIso(quarter * QUARTER_HOUR_MS)
  return formatDateTime(at, displayZone())
}
