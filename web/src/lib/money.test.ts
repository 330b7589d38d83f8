// @vitest-environment node
import { expect, test } from 'vitest'
import { formatCharge, formatMoney } from './money'

test.each([
  [999, 'INR', '₹999'],
  [123456.7, 'INR', '₹1,23,457'],
  [24.99, 'USD', '$24.99'],
  [1200, 'USD', '$1,200.00'],
  [0, 'INR', '₹0'],
  [-5, 'USD', '-$5.00'],
  [7, 'EUR', '7.00 EUR'],
  [500, 'JPY', '500 JPY'],
  [7, 'no currency', '7.00 no currency'],
  [Number.NaN, 'USD', '–'],
])('%s %s is formatted as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})

test.each([
  [1022.98, 'INR', '₹1,022.98'],
  [1023, 'INR', '₹1,023'],
  [0.5, 'INR', '₹0.50'],
  [25.59, 'USD', '$25.59'],
  [Number.NaN, 'INR', '–'],
])('a charge of %s %s is formatted as %s without rounding', (amount, currency, text) => {
  expect(formatCharge(amount, currency)).toBe(text)
})
