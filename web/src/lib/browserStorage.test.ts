import { afterEach, expect, test, vi } from 'vitest'
import { readStored, store } from './browserStorage'

afterEach(() => {
  vi.restoreAllMocks()
})

test('reads what was stored, until it is removed', () => {
  store('sessionStorage', 'key', { page: '/booking#account' })
  expect(readStored('sessionStorage', 'key')).toEqual({ page: '/booking#account' })
  expect(readStored('localStorage', 'key')).toBeNull()
  store('sessionStorage', 'key', null)
  expect(readStored('sessionStorage', 'key')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('a value that is not JSON reads as nothing', () => {
  localStorage.setItem('key', 'not JSON')
  expect(readStored('localStorage', 'key')).toBeNull()
})

test('nothing fails where storage is blocked', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(() => store('localStorage', 'key', 1)).not.toThrow()
  expect(() => store('localStorage', 'key', null)).not.toThrow()
  expect(readStored('localStorage', 'key')).toBeNull()
})
