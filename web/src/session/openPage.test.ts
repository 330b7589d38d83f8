import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '@/test/config'
import { server } from '@/test/server'
import type { PageRole } from './acting'
import { storageKey } from './tokenStorage'

const learner = (id: string, name: string) => ({
  _id: id,
  name,
  birthDate: '2016-04-23',
  age: 10,
  teacherId: 't-1',
  teacherName: 'Guru Padma',
  currency: 'INR',
})
const asha = learner('l-asha', 'Asha Iyer')
const ravi = learner('l-ravi', 'Ravi Iyer')

const reply = (overrides: object = {}) => ({
  _id: 'p-1',
  role: 'user',
  isApproved: true,
  isRejected: false,
  name: 'Meera Iyer',
  email: 'meera@example.com',
  emailVerified: true,
  display: { language: null, clock: null, weekStart: null, fixedTimeZone: null },
  termsToAccept: null,
  learners: [asha, ravi],
  ageQuestion: false,
  needsGuardian: false,
  ...overrides,
})

class Loaded extends Error {}
const load = vi.fn((href: string) => Promise.reject(new Loaded(href)))

/** Loads a page with fresh modules, as the signed-in user. */
async function pageLoad(overrides: object = {}) {
  vi.resetModules()
  server.use(http.post('*/api/login', () => HttpResponse.json(reply(overrides))))
  const { registerTokenProvider } = await import('./tokens')
  registerTokenProvider()
  const { openPage } = await import('./openPage')
  const session = await import('./session')
  const { actingLearner } = await import('@/api/actingLearner')
  const open = (page: PageRole, requested: string | null = null) =>
    openPage({ page, requested, href: '/target', load })
  return { open, ...session, actingLearner }
}

beforeEach(() => {
  load.mockClear()
  server.use(http.get('*/api/config', () => HttpResponse.json(config)))
  const { authority, clientId } = config.oidc
  localStorage.setItem(
    storageKey(authority, clientId),
    JSON.stringify({ access_token: 'a', expires_at: 4_000_000_000, profile: { sub: 'meera' } }),
  )
})

describe('a guardian without a role', () => {
  test('acts for the first learner, with their id and name and the own address', async () => {
    const { open, currentSession, actingLearner } = await pageLoad()
    await expect(open('student')).resolves.toMatchObject({ allowed: true })
    expect(currentSession()).toMatchObject({
      person: { id: 'l-asha', name: 'Asha Iyer', email: 'meera@example.com', role: 'student' },
      account: { id: 'p-1', name: 'Meera Iyer', role: 'user' },
    })
    expect(actingLearner()).toBe('l-asha')
  })

  test('acts for the learner of the address, and then for the one chosen last', async () => {
    await (await pageLoad()).open('student', 'l-ravi')
    const next = await pageLoad()
    await next.open('student')
    expect(next.actingLearner()).toBe('l-ravi')
  })

  test('sees another learner in another tab, and after a reload the same as before', async () => {
    await (await pageLoad()).open('student', 'l-ravi')
    const inThisTab = Object.entries(sessionStorage)
    sessionStorage.clear()
    const otherTab = await pageLoad()
    await otherTab.open('student', 'l-asha')
    expect(otherTab.actingLearner()).toBe('l-asha')

    for (const [key, value] of inThisTab) sessionStorage.setItem(key, value)
    const reloaded = await pageLoad()
    await reloaded.open('student')
    expect(reloaded.actingLearner()).toBe('l-ravi')
  })

  test('does not act for an unknown learner, nor for one chosen by another account', async () => {
    await (await pageLoad({ _id: 'p-2' })).open('student', 'l-ravi')
    const { open, actingLearner } = await pageLoad()
    await open('student', 'l-foreign')
    expect(actingLearner()).toBe('l-asha')
  })

  test('does not act for a learner who is no longer one of the account', async () => {
    await (await pageLoad()).open('student', 'l-ravi')
    const { open, actingLearner } = await pageLoad({ learners: [asha] })
    await open('student')
    expect(actingLearner()).toBe('l-asha')
  })

  test('goes to the student area instead of onboarding, but can add a child or apply as a teacher', async () => {
    const { open, currentSession } = await pageLoad()
    await expect(open('newcomer')).resolves.toEqual({ allowed: false, redirectTo: '/booking' })
    await expect(open('anyone')).resolves.toMatchObject({ allowed: true })
    await expect(open('user')).resolves.toMatchObject({ allowed: true })
    expect(currentSession()).toMatchObject({ person: { id: 'p-1', role: 'user' } })
    await expect(open('teacher')).resolves.toEqual({ allowed: false, redirectTo: '/booking' })
  })
})

describe('a guardian who is a student', () => {
  test('acts for themselves unless a learner was chosen', async () => {
    const first = await pageLoad({ role: 'student' })
    await first.open('student')
    expect(first.actingLearner()).toBeNull()
    expect(first.currentSession()).toMatchObject({ person: { id: 'p-1' } })

    await (await pageLoad({ role: 'student' })).open('student', 'l-asha')
    const again = await pageLoad({ role: 'student' })
    await again.open('student')
    expect(again.actingLearner()).toBe('l-asha')
  })

  test('acts for themselves again after choosing that', async () => {
    await (await pageLoad({ role: 'student' })).open('student', 'l-asha')
    await (await pageLoad({ role: 'student' })).open('student', 'p-1')
    const { open, actingLearner } = await pageLoad({ role: 'student' })
    await open('student')
    expect(actingLearner()).toBeNull()
  })
})

describe('a guardian who is a teacher', () => {
  test('opens both areas, that of teachers always for themselves', async () => {
    const student = await pageLoad({ role: 'teacher' })
    await student.open('student', 'l-ravi')
    expect(student.actingLearner()).toBe('l-ravi')

    const { open, actingLearner, currentSession } = await pageLoad({ role: 'teacher' })
    await expect(open('teacher')).resolves.toMatchObject({ allowed: true })
    expect(actingLearner()).toBeNull()
    expect(currentSession()).toMatchObject({ person: { id: 'p-1', role: 'teacher' } })
  })
})

describe('a loaded page', () => {
  test('is loaded again before it shows another person', async () => {
    const { open, actingLearner } = await pageLoad()
    await open('student', 'l-asha')
    await expect(open('student', 'l-ravi')).rejects.toThrow('/target')
    expect(actingLearner(), 'until then, its requests are for the first').toBe('l-asha')
  })

  test('is loaded again, with a sentence, when its learner was removed', async () => {
    const { open, refreshSession } = await pageLoad()
    await open('student', 'l-asha')
    server.use(http.post('*/api/login', () => HttpResponse.json(reply({ learners: [ravi] }))))
    load.mockResolvedValueOnce(undefined as never)
    await refreshSession()
    expect(load).toHaveBeenCalledExactlyOnceWith('/booking')
    const { takeRemovedChild } = await import('@/lib/removedChild')
    expect(takeRemovedChild()).toBe('Asha Iyer')
  })

  test('stays when another learner was removed, and when the server fails', async () => {
    const { open, refreshSession, currentSession } = await pageLoad()
    await open('student', 'l-asha')
    server.use(http.post('*/api/login', () => HttpResponse.json(reply({ learners: [asha] }))))
    await refreshSession()
    expect(currentSession()).toMatchObject({ person: { id: 'l-asha' }, learners: [asha] })
    server.use(http.post('*/api/login', () => HttpResponse.json({ code: 'internal' }, { status: 500 })))
    await refreshSession()
    expect(currentSession()).toMatchObject({ person: { id: 'l-asha' } })
    expect(load).not.toHaveBeenCalled()
  })
})

test('the account changes while the page acts for a learner', async () => {
  const { open, changeAccount, currentSession } = await pageLoad({ termsToAccept: '2027-01-01' })
  await open('student', 'l-asha')
  expect(currentSession()).toMatchObject({ person: { termsToAccept: '2027-01-01' } })
  changeAccount(({ id, email, role }) => ({ id, email, role, name: 'Meera Rao' }))
  expect(currentSession()).toMatchObject({ person: { name: 'Asha Iyer' }, account: { name: 'Meera Rao' } })
  expect(currentSession()).not.toHaveProperty('person.termsToAccept')
})

test('a missing learner resolves the session again', async () => {
  const { open, currentSession } = await pageLoad()
  await open('student', 'l-asha')
  server.use(http.post('*/api/login', () => HttpResponse.json(reply({ learners: [asha] }))))
  const { applyApiError } = await import('./applyApiError')
  const { ApiError } = await import('@/api/error')
  applyApiError(new ApiError(404, 'learner_not_found'))
  await vi.waitFor(() => expect(currentSession()).toMatchObject({ learners: [asha] }))
})
