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

describe('guardians', () => {
  const child = {
    _id: 'l-1',
    name: 'Asha',
    birthDate: null,
    age: null,
    teacherId: 't-1',
    teacherName: 'Padma',
    currency: 'INR',
  }
  const guardian = (role: Role): Session => ({ ...signedInAs(role), learners: [child] }) as Session
  const forChild = (role: Role): Session => {
    const account = { id: 'p-1', name: 'Meera', email: 'meera@example.com', role }
    return { ...guardian(role), person: { ...account, id: 'l-1', role: 'student' }, account } as Session
  }

  test('have the home of their role, or that of students', () => {
    expect((['student', 'teacher', 'user'] as const).map((role) => homePathOf(guardian(role)))).toEqual([
      '/booking',
      '/teacher',
      '/booking',
    ])
    expect(homePathOf(forChild('teacher'))).toBe('/teacher')
  })

  test('open students’ pages for a child, and are no newcomers', () => {
    expect(authorize(forChild('teacher'), 'student')).toMatchObject({ allowed: true, person: { id: 'l-1' } })
    expect(authorize(guardian('user'), 'newcomer')).toEqual({ allowed: false, redirectTo: '/booking' })
    expect(authorize(signedInAs('user'), 'newcomer').allowed).toBe(true)
  })

  test.each<Role>(['student', 'teacher', 'user'])('everyone may add a child, also a %s', (role) => {
    expect(authorize(signedInAs(role), 'anyone').allowed).toBe(true)
    expect(authorize(signedOut, 'anyone')).toEqual({ allowed: false, redirectTo: '/' })
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
