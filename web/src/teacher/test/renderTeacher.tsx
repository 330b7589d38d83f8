import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { setSession } from '@/session/session'
import { TeacherPage } from '@/teacher/TeacherPage'
import { config } from '@/test/config'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'

const person = { id: 't-1', name: 'Padma Subramaniam', email: 'padma@example.com', role: 'teacher' as const }

/** Opens an address of the teacher area as the signed-in teacher, on a wide screen unless told otherwise. */
export function renderTeacher(address: string, { wide = true }: { wide?: boolean } = {}) {
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
  window.history.replaceState(null, '', address)
  setSession({ status: 'signedIn', person })
  const root = createRootRoute()
  const area = createRoute({ getParentRoute: () => root, path: '/teacher', component: TeacherPage })
  const router = createRouter({ routeTree: root.addChildren([area]) })
  return renderUi(<RouterProvider router={router as never} />)
}

/** Remembers the bodies that arrive at an address, and answers them. */
export function remember(
  method: 'post' | 'put' | 'delete',
  address: string,
  answer: (body: Record<string, unknown>) => Response | object,
) {
  const bodies: Record<string, unknown>[] = []
  server.use(
    http[method](address, async ({ request }) => {
      const text = await request.text()
      const body = text ? (JSON.parse(text) as Record<string, unknown>) : {}
      bodies.push(body)
      const reply = answer(body)
      return reply instanceof Response ? reply : HttpResponse.json(reply)
    }),
  )
  return bodies
}

export function answer(address: string, reply: (url: URL) => Response | object) {
  server.use(
    http.get(address, ({ request }) => {
      const body = reply(new URL(request.url))
      return body instanceof Response ? body : HttpResponse.json(body)
    }),
  )
}

export function refusal(status: number, code: string, more: object = {}): Response {
  return HttpResponse.json({ code, ...more }, { status })
}
