// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import type { Role } from '@/api/types'
import { authorize, homePathOf } from './routeGuard'
import { roleOf, type Session } from './session'

const signedInAs = (role: Role): Session => ({
  status: 'signedIn',
  person: { id: 'p-1', name: 'Meera', email: 'meera@example.com', role },
})
const failed: Session = { status: 'failed', error: new ApiError(500, 'internal'), name: null, email: null }
const signedOut: Session = { status: 'signedOut' }

describe('page access', () => {
  test.each<[Role, Role]>([
    ['student', 'student'],
    ['teacher', 'teacher'],
    ['user', 'user'],
  ])('%s page is allowed for %s', (page, role) => {
    expect(authorize(signedInAs(role), page).allowed).toBe(true)
  })

  test.each<Role>(['student', 'teacher', 'user'])('%s page redirects visitors to /', (page) => {
    expect(authorize(signedOut, page)).toEqual({ allowed: false, redirectTo: '/' })
  })

  test.each<[Role, Role, string]>([
    ['student', 'user', '/onboarding'],
    ['student', 'teacher', '/teacher'],
    ['teacher', 'student', '/booking'],
    ['teacher', 'user', '/onboarding'],
    ['user', 'student', '/booking'],
    ['user', 'teacher', '/teacher'],
  ])('%s page redirects a %s to %s', (page, role, redirectTo) => {
    expect(authorize(signedInAs(role), page)).toEqual({ allowed: false, redirectTo })
  })

  test('a user whose login failed is redirected to onboarding, which shows the error', () => {
    expect(authorize(failed, 'student')).toEqual({ allowed: false, redirectTo: '/onboarding' })
    expect(authorize(failed, 'user')).toEqual({ allowed: true, person: null })
  })
})

test('each role has the home page of the specification', () => {
  expect(
    [signedInAs('student'), signedInAs('teacher'), signedInAs('user'), failed, signedOut].map(homePathOf),
  ).toEqual(['/booking', '/teacher', '/onboarding', '/onboarding', '/'])
})

test('a teacher has the teacher role only when approved and not rejected', () => {
  const reply = { role: 'teacher', isApproved: true, isRejected: false } as const
  expect(roleOf(reply)).toBe('teacher')
  expect(roleOf({ ...reply, isApproved: false })).toBe('user')
  expect(roleOf({ ...reply, isRejected: true })).toBe('user')
  expect(roleOf({ ...reply, role: 'user' })).toBe('user')
  expect(roleOf({ ...reply, role: 'student', isApproved: false })).toBe('student')
})
