/** Currencies of the product. The API adds the code to every amount (D3). */
export type Currency = 'INR' | 'USD'

const formats: Record<string, Intl.NumberFormat> = {
  INR: new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }),
  USD: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
}

const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Formats an amount in major units: `₹1,23,457`, `$24.99`; other currencies as `24.99 EUR` or `500 JPY`. */
export function formatMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount)) return '–'
  return formats[currency]?.format(amount) ?? `${amount.toFixed(fractionDigits(currency))} ${currency}`
}

function fractionDigits(currency: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2
    )
  } catch {
    return 2
  }
}

/** Like `formatMoney` but never rounded: for charges and refunds, with paise if there are any. */
export function formatCharge(amount: number, currency: string): string {
  return currency === 'INR' && !Number.isInteger(amount) && Number.isFinite(amount)
    ? rupeesAndPaise.format(amount)
    : formatMoney(amount, currency)
}
