// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { destination } from './callback'
import { parseIntent } from './intent'
import type { Session } from './session'

const as = (role: Role): Session => ({
  status: 'signedIn',
  person: { id: 'p-1', name: 'Meera', email: 'meera@example.com', role },
})

describe('after signing in', () => {
  test('a person returns to the page asked for when it is in the own area', () => {
    const intent = { intent: 'login', returnTo: '/booking?ref=TCH-PAD-2345#history' } as const
    expect(destination(as('student'), intent)).toBe('/booking?ref=TCH-PAD-2345#history')
    expect(destination(as('teacher'), intent)).toBe('/teacher')
  })

  test('a new person goes to onboarding with the choice made and the code at hand', () => {
    expect(destination(as('user'), { intent: 'login' })).toBe('/onboarding')
    expect(destination(as('user'), { intent: 'student', ref: 'TCH-PAD-2345' })).toBe(
      '/onboarding?as=student&ref=TCH-PAD-2345',
    )
  })

  test('whose sign-in ended in the middle of an application returns to it', () => {
    const intent = { intent: 'login', returnTo: '/onboarding?as=teacher' } as const
    expect(destination(as('user'), intent)).toBe('/onboarding?as=teacher')
    expect(destination(as('teacher'), intent)).toBe('/teacher')
  })

  test('a student who followed a link of invitation sees that teacher', () => {
    expect(destination(as('student'), { intent: 'login', ref: 'TCH-PAD-2345' })).toBe(
      '/booking?ref=TCH-PAD-2345',
    )
  })
})

describe('what comes back with the sign-in', () => {
  test('is kept when it is ours', () => {
    expect(parseIntent({ intent: 'teacher', returnTo: '/teacher#availability', ref: 'X' })).toEqual({
      intent: 'teacher',
      returnTo: '/teacher#availability',
      ref: 'X',
    })
  })

  test.each([
    null,
    'text',
    { intent: 'admin' },
    { returnTo: 'https://evil.example/' },
    { returnTo: '//evil.example' },
    { returnTo: '/\\evil.example' },
    { returnTo: '/auth/callback?code=1' },
    { ref: 7 },
  ])('is dropped when it is not: %j', (state) => {
    expect(parseIntent(state)).toEqual({ intent: 'login' })
  })
})
