import { formatCharge } from '@/lib/money'

/** Sums by currency: `₹12,000 + $45.00`. */
export function formatAmounts(amounts: readonly { amount: number; currency: string }[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of amounts) {
    // Integers, because decimal fractions do not add up exactly.
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amount * 100))
  }
  return [...sums].map(([currency, minor]) => formatCharge(minor / 100, currency)).join(' + ')
}
