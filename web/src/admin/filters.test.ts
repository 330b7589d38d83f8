// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { filtersOf, hashOf } from './filters'

const NONE = { q: '', role: '' }

describe('the filters in an address', () => {
  test('come back as they went', () => {
    for (const q of ['meera', 'a+b@demo.tala', 'Ann & Sons', '100 %', 'a=b', '']) {
      expect(filtersOf(hashOf('people', { q, role: 'student' }), NONE)).toEqual({ q, role: 'student' })
    }
  })

  test('leave a bare address alone', () => {
    expect(hashOf('people', NONE)).toBe('people')
    expect(filtersOf('people', NONE)).toEqual(NONE)
  })

  test('are read when the router has decoded them, and unknown ones are nothing', () => {
    expect(filtersOf('people?q=100 %&boss=1', NONE)).toEqual({ q: '100 %', role: '' })
  })
})
