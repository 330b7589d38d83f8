// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { ApiError } from '@/api/error'
import type { Role } from '@/api/types'
import { homeOf, judge } from './guard'
import { roleOf, type Session } from './session'

const as = (role: Role): Session => ({
  status: 'signedIn',
  person: { id: 'p-1', name: 'Meera', email: 'meera@example.com', role },
})
const failed: Session = { status: 'failed', error: new ApiError(500, 'internal'), name: null, email: null }
const signedOut: Session = { status: 'signedOut' }

describe('a page', () => {
  test.each<[Role, Role]>([
    ['student', 'student'],
    ['teacher', 'teacher'],
    ['user', 'user'],
  ])('for %s opens to %s', (page, role) => {
    expect(judge(as(role), page).allowed).toBe(true)
  })

  test.each<[Role, Session]>([
    ['student', signedOut],
    ['user', signedOut],
    ['student', as('user')],
    ['student', as('teacher')],
    ['teacher', as('student')],
    ['user', as('student')],
    ['user', as('teacher')],
  ])('for %s sends everybody else to /', (page, session) => {
    expect(judge(session, page)).toEqual({ allowed: false, goTo: '/' })
  })

  test('sends who could not be named to onboarding, which says so', () => {
    expect(judge(failed, 'student')).toEqual({ allowed: false, goTo: '/onboarding' })
    expect(judge(failed, 'user')).toEqual({ allowed: true, person: null })
  })
})

test('everybody is at home where the specification says', () => {
  expect([as('student'), as('teacher'), as('user'), failed, signedOut].map(homeOf)).toEqual([
    '/booking',
    '/teacher',
    '/onboarding',
    '/onboarding',
    '/',
  ])
})

test('a teacher counts only when approved and not rejected', () => {
  const reply = { role: 'teacher', isApproved: true, isRejected: false } as const
  expect(roleOf(reply)).toBe('teacher')
  expect(roleOf({ ...reply, isApproved: false })).toBe('user')
  expect(roleOf({ ...reply, isRejected: true })).toBe('user')
  expect(roleOf({ ...reply, role: 'user' })).toBe('user')
  expect(roleOf({ ...reply, role: 'student', isApproved: false })).toBe('student')
})
