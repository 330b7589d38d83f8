import { formatMoney } from '@/lib/money'

/** An amount in major units with its currency, figures of equal width. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(amount, currency)}</span>
}
