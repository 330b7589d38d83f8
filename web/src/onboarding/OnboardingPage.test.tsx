import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/error'
import { type Person, type Session, setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { OnboardingPage } from './OnboardingPage'
import { PendingPage } from './PendingPage'
import { completeDraft, savedDraft } from './wizard/test/openWizard'

const status = (status: string, rejectionReason: string | null = null) => ({
  isRejected: status === 'rejected',
  isApproved: false,
  isPending: status === 'pending',
  role: 'user',
  status,
  rejectionReason,
  submittedAt: status === 'none' ? null : '2026-11-20T09:00:00Z',
})

const leaveTo = vi.hoisted(() => vi.fn())
vi.mock('@/family/leaveTo', () => ({ leaveTo }))

beforeEach(() => {
  leaveTo.mockClear()
  vi.stubGlobal('scrollTo', () => undefined)
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/onboard/teacher/draft', () =>
      HttpResponse.json({ draft: null, step: 0, version: 0, updatedAt: null, source: 'none' }),
    ),
  )
})

const padma: Person = { id: 'p-1', name: 'Padma', email: 'padma@example.com', role: 'user' }

function open(address: string, reply: object, session: Session = { status: 'signedIn', person: padma }) {
  server.use(http.post('*/api/user-status', () => HttpResponse.json(reply)))
  setSession(session)
  window.history.replaceState(null, '', address)
  const root = createRootRoute()
  const ui = createRoute({ getParentRoute: () => root, id: 'ui' })
  const onboarding = createRoute({
    getParentRoute: () => ui,
    path: '/onboarding',
    component: OnboardingPage,
  })
  const pending = createRoute({
    getParentRoute: () => ui,
    path: '/verification-pending',
    component: PendingPage,
  })
  const routeTree = root.addChildren([ui.addChildren([onboarding, pending])])
  return renderUi(<RouterProvider router={createRouter({ routeTree }) as never} />)
}

test('the teacher wizard is shown again after a reload', async () => {
  const first = open('/onboarding', status('none'))
  await first.person.click(await screen.findByRole('button', { name: /Continue as Teacher/ }))
  expect(await screen.findByRole('heading', { name: 'Basic Info' })).toBeVisible()
  await waitFor(() => expect(window.location.search).toContain('teacher'))
  first.unmount()
  open(window.location.pathname + window.location.search, status('none'))
  expect(await screen.findByRole('heading', { name: 'Basic Info' })).toBeVisible()
})

test.each([
  ['/onboarding', 'none', 'Namaste, Padma'],
  ['/onboarding?as=student', 'none', 'Complete Your Profile'],
  ['/verification-pending', 'pending', 'Your Teacher Profile is Pending Verification'],
])('%s can be read in the other language', async (address, state, title) => {
  open(address, status(state))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(screen.getByRole('button', { name: 'हिन्दी' })).toBeVisible()
})

test('the teacher wizard, which is in English only, offers no other language', async () => {
  open('/onboarding?as=teacher', status('none'))
  expect(await screen.findByRole('heading', { name: 'Basic Info' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'हिन्दी' })).toBeNull()
})

test('a rejected applicant sees the reason and can apply again', async () => {
  const { person } = open('/onboarding', status('rejected', 'The video does not play.'))
  const warning =
    'Your previous teacher application was not approved. You may submit a new application with complete information.'
  expect(await screen.findByRole('alert')).toHaveTextContent(warning)
  await person.click(screen.getByRole('button', { name: /Continue as Teacher/ }))
  expect(await screen.findByText('The reason given: The video does not play.')).toBeVisible()
})

test('a pending application shows the pending page with its three cards', async () => {
  open('/onboarding', status('pending'))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your Teacher Profile is Pending Verification' }),
  ).toBeVisible()
  expect(screen.getByText('Review takes 1-2 business days.')).toBeVisible()
  for (const card of ['Under Review', 'Email Notification', 'Get Ready']) {
    expect(screen.getByRole('heading', { level: 2, name: card })).toBeVisible()
  }
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('the pending page shows when and what was sent, and checks the status on request', async () => {
  server.use(http.get('*/api/onboard/teacher/draft', () => HttpResponse.json(savedDraft(completeDraft))))
  const { person } = open('/verification-pending', status('pending'))
  expect(await screen.findByText('Submitted on Fri, 20 Nov 2026.')).toBeVisible()
  let checks = 0
  server.use(
    http.post('*/api/user-status', () => {
      checks += 1
      return HttpResponse.json(status('pending'))
    }),
  )
  await person.click(screen.getByRole('button', { name: 'Check status' }))
  await waitFor(() => expect(checks).toBe(1))
  await person.click(screen.getByText('What you sent us'))
  expect(await screen.findByText('Rukmini Devi')).toBeVisible()
})

test('a suspended person is told so and can write to support', async () => {
  open('/onboarding', status('none'))
  setSession({
    status: 'failed',
    error: new ApiError(403, 'account_suspended', { detail: 'Your account is suspended.' }),
    name: null,
    email: null,
  })
  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^Write to/ })).toHaveAttribute(
    'href',
    `mailto:${config.supportEmail}`,
  )
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

describe('for a child', () => {
  const address = '/onboarding?as=student&for=child'
  const asha = {
    _id: 'l-1',
    name: 'Asha',
    birthDate: '2016-04-23',
    age: 10,
    teacherId: 't-1',
    teacherName: 'Padma',
    currency: 'INR',
  }

  test.each([
    ['a teacher', { ...padma, role: 'teacher' as const }, '/teacher'],
    ['a student', { ...padma, role: 'student' as const }, '/booking'],
    ['someone without role', padma, '/onboarding'],
  ])('%s gets the form and back to their home', async (_, account, home) => {
    const { person } = open(address, status('none'), { status: 'signedIn', person: account })
    expect(await screen.findByRole('heading', { level: 1, name: 'Add a child' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith(home)
  })

  test('a teacher who acts for a child gets back to the student area', async () => {
    const { person } = open(address, status('none'), {
      status: 'signedIn',
      person: { ...padma, id: 'l-1', name: 'Asha', role: 'student' },
      account: { ...padma, role: 'teacher' },
      learners: [asha],
    })
    await person.click(await screen.findByRole('button', { name: 'Back' }))
    expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking')
  })

  test('an applicant whose application is pending gets the form', async () => {
    open(address, status('pending'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Add a child' })).toBeVisible()
  })
})
