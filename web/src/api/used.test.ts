// @vitest-environment node
/** What the server can do, somebody can do on a screen: every operation of the API is called by the client, or it says why not. */
import { expect, test } from 'vitest'
import * as operations from './gen/sdk.gen'

const NOT_OURS: Readonly<Record<string, string>> = {
  takeEvent: 'the payment provider calls it',
  createBooking: 'SPEC’s path outside /api; the client calls the same under /api',
  sendBookingEmailAlias: 'SPEC’s other path for sendBookingEmail',
  applyCoupon: 'SPEC’s other path for validateCoupon',
}

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../api/gen/**', '!../**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The names that a file takes from the generated client, whatever it calls them itself. */
function taken(source: string): string[] {
  const imports = source.matchAll(/import\s*\{([^}]*)\}\s*from\s*'[^']*\/gen\/sdk\.gen'/g)
  return [...imports].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''),
  )
}

const used = new Set(Object.values(sources).flatMap(taken))

test('every operation of the API has its place in the client', () => {
  const unused = Object.keys(operations).filter((name) => !used.has(name) && !(name in NOT_OURS))
  expect(unused).toEqual([])
})

test('what is said not to be ours is an operation, and is not ours', () => {
  const stale = Object.keys(NOT_OURS).filter((name) => used.has(name) || !(name in operations))
  expect(stale).toEqual([])
})
