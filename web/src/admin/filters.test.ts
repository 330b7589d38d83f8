// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { parseFilters, toHash } from './filters'

const NONE = { q: '', role: '' }

describe('filters in the hash', () => {
  test('are read as they were written', () => {
    for (const q of ['meera', 'a+b@demo.tala', 'Ann & Sons', '100 %', 'a=b', '']) {
      expect(parseFilters(toHash('people', { q, role: 'student' }), NONE)).toEqual({ q, role: 'student' })
    }
  })

  test('do not change a hash without filters', () => {
    expect(toHash('people', NONE)).toBe('people')
    expect(parseFilters('people', NONE)).toEqual(NONE)
  })

  test('are read after the router has decoded them, and unknown ones are ignored', () => {
    expect(parseFilters('people?q=100 %&boss=1', NONE)).toEqual({ q: '100 %', role: '' })
  })
})
