import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import { failureKind } from './failureKind'

afterEach(() => vi.restoreAllMocks())

const missingChunk = new TypeError('Failed to fetch dynamically imported module: https://x/assets/a-1234.js')

test.each([
  [new ApiError(403, 'role_not_allowed'), 'forbidden'],
  [new ApiError(404, 'not_found'), 'missing'],
  [new ApiError(0, 'network'), 'unreachable'],
  [new ApiError(500, 'internal'), 'broken'],
  [new ApiError(503, 'unavailable'), 'broken'],
  [missingChunk, 'outdated'],
  [new TypeError('Importing a module script failed.'), 'outdated'],
  [new Error('Unable to preload CSS for /assets/a.css'), 'outdated'],
  [new Error('x is undefined'), 'broken'],
  ['nonsense', 'broken'],
])('%s is %s', (error, kind) => {
  expect(failureKind(error)).toBe(kind)
})

test('a missing file counts as unreachable when the browser is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(failureKind(missingChunk)).toBe('unreachable')
})
