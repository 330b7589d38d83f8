import type { AdminPayout } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import { formatCharge } from '@/lib/money'

/** `₹1,250.50` */
export function payoutAmount({ amount, currency }: Pick<AdminPayout, 'amount' | 'currency'>): string {
  return formatCharge(amount, currency)
}

export function payoutClasses({ classes }: Pick<AdminPayout, 'classes'>): string {
  return copy.classes(classes)
}
