// @vitest-environment node
/** Operations that the client does not call, and why. All others must be used. */
import { expect, test } from 'vitest'
import * as adminOperations from './gen/admin/sdk.gen'
import * as familyOperations from './gen/family/sdk.gen'
import * as purchaseOperations from './gen/purchases/sdk.gen'
import * as userOperations from './gen/sdk.gen'
import * as teacherOperations from './gen/teacher/sdk.gen'

const operations = {
  ...userOperations,
  ...familyOperations,
  ...purchaseOperations,
  ...teacherOperations,
  ...adminOperations,
}

const UNUSED_OPERATIONS: Readonly<Record<string, string>> = {
  receivePaymentEvent: 'the payment provider calls it',
  createBooking: 'SPEC’s path outside /api; the client calls the same under /api',
  sendBookingEmailUnderEmail: 'SPEC’s other path for sendBookingEmail',
  applyCoupon: 'SPEC’s other path for validateCoupon',
}

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../api/gen/**', '!../**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/**
 * Names of the generated client that a file calls. Files import it as `sdk` or
 * `sharedSdk`, so that no operation is renamed.
 */
function calledOperations(source: string): string[] {
  return [...source.matchAll(/\b(?:sdk|sharedSdk)\.(\w+)/g)].map(([, name = '']) => name)
}

const used = new Set(Object.values(sources).flatMap(calledOperations))

test('files import the generated client only as a namespace', () => {
  const renaming = Object.entries(sources).filter(([, source]) =>
    /import\s*\{[^}]*\}\s*from\s*'[^']*\/gen\/((admin|family|purchases|teacher)\/)?sdk\.gen'/.test(source),
  )
  expect(renaming.map(([file]) => file)).toEqual([])
})

test('the client calls every API operation except the listed ones', () => {
  const unused = Object.keys(operations).filter((name) => !used.has(name) && !(name in UNUSED_OPERATIONS))
  expect(unused).toEqual([])
})

test('every listed operation exists and is not called', () => {
  const stale = Object.keys(UNUSED_OPERATIONS).filter((name) => used.has(name) || !(name in operations))
  expect(stale).toEqual([])
})
