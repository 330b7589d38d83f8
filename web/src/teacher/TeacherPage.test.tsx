import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { TeacherPage } from './TeacherPage'
import { someAnalytics } from './test/builders'

const signOut = vi.hoisted(() => vi.fn())
vi.mock('@/session/signOut', () => ({ signOut }))
vi.mock('@/ui/useIsWide', () => ({ useIsWide: () => true, useIsDesktop: () => true }))

const availability = {
  timeZone: 'Asia/Kolkata',
  visibilityDays: 45,
  weeklySchedule: [{ dayOfWeek: 1, timeRanges: [{ start: '07:00', end: '11:00' }] }],
  version: 3,
}

beforeEach(() => {
  signOut.mockClear()
  window.history.replaceState(null, '', '/teacher#availability')
  setSession({
    status: 'signedIn',
    person: { id: 't-1', name: 'Padma', email: 'padma@example.com', role: 'teacher' },
  })
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/teacher/t-1/availability', () =>
      HttpResponse.json({ availability, overrides: [], clockChanges: [], studentTimeZones: [] }),
    ),
    http.post('*/api/teacher/t-1/availability/preview', () =>
      HttpResponse.json({ days: 14, slots: [], outside: [], onDaysOff: [] }),
    ),
    http.get('*/api/teacher/t-1/classes', () => HttpResponse.json({ classes: [] })),
    http.get('*/api/teacher/calendar', () => HttpResponse.json({ events: [] })),
    http.get('*/api/active-classes', () => HttpResponse.json([])),
    http.get('*/api/teacher/payouts', () =>
      HttpResponse.json({
        next: { on: '2026-12-01', paymentCycle: 'Monthly', hasAccount: false, amounts: [] },
        payouts: [],
      }),
    ),
    http.get('*/api/teacher/students', () => HttpResponse.json({ students: [], next: null, total: 0 })),
    http.get('*/api/teacher/analytics', () => HttpResponse.json(someAnalytics())),
    http.get('*/api/referral-code', () => HttpResponse.json({ referralCode: 'TCH-PAD-2345' })),
  )
})

/** Renders the page with real browser history, for links to a hash and Back. */
async function openPage() {
  const root = createRootRoute()
  const teacher = createRoute({ getParentRoute: () => root, path: '/teacher', component: TeacherPage })
  const router = createRouter({ routeTree: root.addChildren([teacher]), history: createBrowserHistory() })
  const view = renderUi(<RouterProvider router={router as never} />)
  const days = await screen.findByRole('textbox', { name: /Visibility days/ })
  const change = async () => {
    await view.person.clear(days)
    await view.person.type(days, '60')
  }
  const go = (entry: string) => view.person.click(screen.getByRole('link', { name: entry }))
  return { ...view, days, change, go }
}

const findQuestion = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const findDashboard = () => screen.findByRole('heading', { level: 1, name: 'Namaste, Padma' })

/** Whether the browser would ask before leaving the page. */
const isUnloadPrevented = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

describe('teacher area with unsaved hours', () => {
  test('asks before another section opens, and staying keeps the changes', async () => {
    const { person, days, change: editDays, go: openSection } = await openPage()
    await editDays()
    await openSection('Dashboard')
    await findQuestion()
    expect(days).toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(window.location.hash).toBe('#availability'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(days).toHaveValue('60')
  })

  test('discards the changes when the user confirms', async () => {
    const { person, change, go } = await openPage()
    await change()
    await go('Dashboard')
    await findQuestion()
    await person.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(await findDashboard()).toBeVisible()
    expect(isUnloadPrevented()).toBe(false)
    await go('My Availability')
    expect(await screen.findByRole('textbox', { name: /Visibility days/ })).toHaveValue('45')
  })

  test('asks when Back changes the section', async () => {
    window.history.replaceState(null, '', '/teacher#dashboard')
    window.history.pushState(null, '', '/teacher#availability')
    const { person, days, change } = await openPage()
    await change()
    window.history.back()
    await findQuestion()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(window.location.hash).toBe('#availability'))
    expect(days).toHaveValue('60')
  })

  test('asks before signing out, and does not ask again afterwards', async () => {
    const { person, change } = await openPage()
    await change()
    const logout = screen.getByRole('button', { name: 'Logout' })
    await person.click(logout)
    await findQuestion()
    expect(signOut).not.toHaveBeenCalled()
    await person.click(screen.getByRole('button', { name: 'Leave without saving' }))
    expect(signOut).toHaveBeenCalledOnce()
    expect(isUnloadPrevented()).toBe(false)
  })

  test('makes the browser ask before the page is closed', async () => {
    const { change } = await openPage()
    expect(isUnloadPrevented()).toBe(false)
    await change()
    expect(isUnloadPrevented()).toBe(true)
  })
})

test('without changes no question is asked', async () => {
  const { go } = await openPage()
  await go('Dashboard')
  expect(await findDashboard()).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
