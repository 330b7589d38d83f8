import type { Payout } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import { formatCharge } from '@/lib/money'

/** `₹1,250.50` */
export function amountOf({ amount, currency }: Pick<Payout, 'amount' | 'currency'>): string {
  return formatCharge(amount, currency)
}

export function classesOf({ classes }: Pick<Payout, 'classes'>): string {
  return copy.classes(classes)
}
