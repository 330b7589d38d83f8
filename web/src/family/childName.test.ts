import { afterEach, expect, it } from 'vitest'
import { type Person, type SignedInSession, setSession } from '@/session/session'
import { currentChild } from './childName'

afterEach(() => void setSession({ status: 'signedOut' }))

const guardian: Person = { id: 'guardian', name: 'Meera Iyer', email: 'meera@example.com', role: 'student' }
const learnerOf = (id: string, name: string) => ({
  _id: id,
  name,
  birthDate: null,
  age: null,
  teacherId: 'teacher-1',
  teacherName: 'Guru Padma Subramaniam',
  currency: 'INR',
})

function sessionFor(id: string, ...names: string[]): SignedInSession {
  const learners = names.map((name, index) => learnerOf(String(index), name))
  const name = learners.find(({ _id }) => _id === id)?.name ?? ''
  return { status: 'signedIn', person: { ...guardian, id, name }, account: guardian, learners }
}

it('is the first name of the child for whom the page is', () => {
  setSession(sessionFor('1', 'Asha Iyer', 'Ravi Iyer'))
  expect(currentChild()).toBe('Ravi')
})

it('is the full name if two children share the first name', () => {
  setSession(sessionFor('1', 'Asha Iyer', 'Asha Menon'))
  expect(currentChild()).toBe('Asha Menon')
})

it('is null for people who act for themselves, also if they have children', () => {
  setSession({ status: 'signedIn', person: guardian, learners: [learnerOf('1', 'Asha Iyer')] })
  expect(currentChild()).toBeNull()
})
