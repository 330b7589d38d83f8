import { expect, test } from 'vitest'
import { formatMoney } from './money'

test.each([
  [999, 'INR', '₹999'],
  [123456.7, 'INR', '₹1,23,457'],
  [24.99, 'USD', '$24.99'],
  [1200, 'USD', '$1,200.00'],
  [0, 'INR', '₹0'],
  [-5, 'USD', '-$5.00'],
  [7, 'EUR', '7.00 EUR'],
  [Number.NaN, 'USD', '–'],
])('%s %s reads %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})
