// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { destinationAfterSignIn } from './callback'
import type { Session } from './session'
import { parseSignInState } from './signInState'

const signedInAs = (role: Role): Session => ({
  status: 'signedIn',
  person: { id: 'p-1', name: 'Meera', email: 'meera@example.com', role },
})

describe('destination after sign-in', () => {
  test('is the requested page if it is in the user’s own area', () => {
    const intent = { intent: 'login', returnTo: '/booking?ref=TCH-PAD-2345#history' } as const
    expect(destinationAfterSignIn(signedInAs('student'), intent)).toBe('/booking?ref=TCH-PAD-2345#history')
    expect(destinationAfterSignIn(signedInAs('teacher'), intent)).toBe('/teacher')
  })

  test.each<[Role, string]>([
    ['student', '/booking/receipt/order-1'],
    ['student', '/confirmation'],
    ['user', '/verification-pending'],
  ])('of a %s is the requested page %s', (role, returnTo) => {
    expect(destinationAfterSignIn(signedInAs(role), { intent: 'login', returnTo })).toBe(returnTo)
  })

  test('is not a page of another role', () => {
    const intent = { intent: 'login', returnTo: '/booking/receipt/order-1' } as const
    expect(destinationAfterSignIn(signedInAs('teacher'), intent)).toBe('/teacher')
  })

  test('is onboarding for a new user, with the chosen role and the invite code', () => {
    expect(destinationAfterSignIn(signedInAs('user'), { intent: 'login' })).toBe('/onboarding')
    expect(destinationAfterSignIn(signedInAs('user'), { intent: 'student', ref: 'TCH-PAD-2345' })).toBe(
      '/onboarding?as=student&ref=TCH-PAD-2345',
    )
  })

  test('is the application again if the session expired while filling it in', () => {
    const intent = { intent: 'login', returnTo: '/onboarding?as=teacher' } as const
    expect(destinationAfterSignIn(signedInAs('user'), intent)).toBe('/onboarding?as=teacher')
    expect(destinationAfterSignIn(signedInAs('teacher'), intent)).toBe('/teacher')
  })

  test('is the inviting teacher’s slots for a student with an invitation link', () => {
    expect(destinationAfterSignIn(signedInAs('student'), { intent: 'login', ref: 'TCH-PAD-2345' })).toBe(
      '/booking?ref=TCH-PAD-2345',
    )
  })
})

describe('sign-in state', () => {
  test('is kept if valid', () => {
    expect(parseSignInState({ intent: 'teacher', returnTo: '/teacher#availability', ref: 'X' })).toEqual({
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
  ])('is dropped if invalid: %j', (state) => {
    expect(parseSignInState(state)).toEqual({ intent: 'login' })
  })
})
