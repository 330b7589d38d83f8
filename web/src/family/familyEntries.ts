import type { Learner } from '@/api/learners'
import { familyCopy as copy } from '@/copy/family'
import type { Person } from '@/session/session'

export interface FamilyEntry {
  key: string
  href: string
  label: string
  detail?: string
  isCurrent: boolean
}

/** A section of the student area, without the record it shows. */
const SECTION = /^#[a-z]+$/

/** The learners of the account, the account holder if they have a role, and the form that adds a child. */
export function familyEntries(
  learners: readonly Learner[],
  account: Person,
  actingLearner: string | null,
  area: 'student' | 'teacher',
): FamilyEntry[] {
  const { pathname, hash } = window.location
  const section = area === 'student' && pathname === '/booking' && SECTION.test(hash) ? hash : ''
  const children = learners.map(({ _id, name, teacherName }) => ({
    key: _id,
    href: bookingOf(_id) + section,
    label: name,
    detail: copy.teacher(teacherName),
    isCurrent: _id === actingLearner,
  }))
  const myself = {
    key: 'myself',
    href: account.role === 'teacher' ? '/teacher' : bookingOf(account.id) + section,
    label: copy.myself,
    isCurrent: actingLearner === null,
  }
  return [
    ...children,
    ...(account.role === 'user' ? [] : [myself]),
    { key: 'add', href: '/onboarding?as=student&for=child', label: copy.add, isCurrent: false },
  ]
}

const bookingOf = (id: string) => `/booking?learner=${encodeURIComponent(id)}`
