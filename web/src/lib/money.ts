/** Currencies of the product; the API writes the code beside every amount (D3). */
export type Currency = 'INR' | 'USD'

const formats: Record<string, Intl.NumberFormat> = {
  INR: new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }),
  USD: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
}

const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** `₹1,23,457` or `$24.99` from an amount in major units; another currency stands as `24.99 EUR` or `500 JPY`. */
export function formatMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return '–'
  return formats[currency]?.format(amount) ?? `${amount.toFixed(digitsOf(currency))} ${currency}`
}

function digitsOf(currency: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2
    )
  } catch {
    return 2
  }
}

/** As `formatMoney`, but never rounded: what is charged or goes back, with its paise where there are any. */
export function formatCharge(amount: number, currency: string): string {
  return currency === 'INR' && !Number.isInteger(amount) && Number.isFinite(amount)
    ? rupeesAndPaise.format(amount)
    : formatMoney(amount, currency)
}
