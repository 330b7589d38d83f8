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

const child = {
  _id: 'l-1',
  name: 'Asha',
  birthDate: null,
  age: null,
  teacherId: 't-1',
  teacherName: 'Padma',
  currency: 'INR',
}

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
    ['user', '/guardian#4d1f7a90'],
    ['teacher', '/guardian#4d1f7a90'],
  ])('of a %s is the requested page %s', (role, returnTo) => {
    expect(destinationAfterSignIn(signedInAs(role), { intent: 'login', returnTo })).toBe(returnTo)
  })

  const guardian = (role: Role): Session => ({ ...signedInAs(role), learners: [child] }) as Session

  test.each<[Role, string]>([
    ['teacher', '/booking?learner=l-1#activeclasses'],
    ['teacher', '/booking/receipt/order-1?learner=l-1'],
    ['teacher', '/teacher#help'],
    ['user', '/booking?learner=l-1#activeclasses'],
    ['user', '/verification-pending'],
    ['student', '/onboarding?as=student&for=child'],
  ])('of a guardian who is a %s is the requested page %s', (role, returnTo) => {
    expect(destinationAfterSignIn(guardian(role), { intent: 'login', returnTo })).toBe(returnTo)
  })

  test('of a guardian without a role is the student area, unless they apply as a teacher', () => {
    expect(destinationAfterSignIn(guardian('user'), { intent: 'login' })).toBe('/booking')
    expect(destinationAfterSignIn(guardian('user'), { intent: 'teacher' })).toBe('/onboarding?as=teacher')
    expect(destinationAfterSignIn(guardian('student'), { intent: 'teacher' })).toBe('/booking')
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
