// @vitest-environment node
import { expect, test } from 'vitest'
import { isPhone } from './phone'

test.each([
  ['', true],
  ['+91 98765 43210', true],
  ['(212) 555-0100', true],
  ['212.555.0100', true],
  ['०९८७६५४३२१', true],
  ['1234567', true],
  ['9'.repeat(15), true],
  ['12', false],
  ['123456', false],
  ['9'.repeat(16), false],
  ['hello', false],
  ['(212) 555-0100 ext. 4', false],
  ['98765+43210', false],
  ['+91;9876543210', false],
  [`1234567${' '.repeat(25)}8`, false],
])('phone %j: %s', (text, valid) => expect(isPhone(text)).toBe(valid))

test('a stored phone number is accepted as long as it is unchanged', () => {
  expect(isPhone(' 12 ', '12')).toBe(true)
  expect(isPhone('123', '12')).toBe(false)
})
