import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { setSession } from '@/session/session'
import { TeacherPage } from '@/teacher/TeacherPage'
import { config } from '@/test/config'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { aStudent, someAnalytics } from './builders'

const person = { id: 't-1', name: 'Padma Subramaniam', email: 'padma@example.com', role: 'teacher' as const }

/** Renders a URL of the teacher area as the signed-in teacher, on a wide screen by default. */
export function renderTeacher(url: string, { wide = true }: { wide?: boolean } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wide && query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('scrollTo', () => undefined)
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/active-classes', () => HttpResponse.json([])),
  )
  window.history.replaceState(null, '', url)
  setSession({ status: 'signedIn', person })
  const root = createRootRoute()
  const area = createRoute({ getParentRoute: () => root, path: '/teacher', component: TeacherPage })
  const router = createRouter({ routeTree: root.addChildren([area]) })
  return renderUi(<RouterProvider router={router as never} />)
}

/** Answers requests to a URL and records their bodies. */
export function recordRequests(
  method: 'post' | 'put' | 'delete',
  url: string,
  respond: (body: Record<string, unknown>) => Response | object,
) {
  const bodies: Record<string, unknown>[] = []
  server.use(
    http[method](url, async ({ request }) => {
      const text = await request.text()
      const body = text ? (JSON.parse(text) as Record<string, unknown>) : {}
      bodies.push(body)
      const reply = respond(body)
      return reply instanceof Response ? reply : HttpResponse.json(reply)
    }),
  )
  return bodies
}

export function respondWith(url: string, reply: (url: URL) => Response | object | Promise<object>) {
  server.use(
    http.get(url, async ({ request }) => {
      const body = await reply(new URL(request.url))
      return body instanceof Response ? body : HttpResponse.json(body)
    }),
  )
}

export function errorResponse(status: number, code: string, more: object = {}): Response {
  return HttpResponse.json({ code, ...more }, { status })
}

/** Answers everything that the dashboard loads, for a teacher without classes, hours or students. */
export function respondWithEmptyDashboard(): void {
  const next = { on: '2026-12-01', paymentCycle: 'Monthly', hasAccount: false, amounts: [] }
  respondWith('*/api/teacher/calendar', () => ({ events: [] }))
  respondWith('*/api/teacher/t-1/availability', () => ({
    availability: null,
    overrides: [],
    clockChanges: [],
    studentTimeZones: [],
  }))
  respondWith('*/api/teacher/t-1/classes', () => ({ classes: [] }))
  respondWith('*/api/teacher/payouts', () => ({ next, payouts: [] }))
  respondWith('*/api/teacher/students', () => ({ students: [], next: null, total: 0 }))
  respondWith('*/api/teacher/students/student-1', () => ({
    student: aStudent(),
    notes: { text: 'First class.\nPractise the adavus.', version: 1 },
    classes: [],
    next: null,
  }))
  respondWith('*/api/teacher/analytics', () => someAnalytics())
}
