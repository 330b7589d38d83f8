import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { ActivationPage } from '@/admin/ActivationPage'
import { AdminPage } from '@/admin/AdminPage'
import { LoginPage } from '@/admin/LoginPage'
import { config } from '@/test/config'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { anOverview, aSession } from './builders'

/** A request that was received. */
export interface RecordedRequest {
  path: string
  body: unknown
  csrf: string | null
}

/** Renders a URL of the admin area, on a wide screen by default. */
export function renderAdmin(url: string, { wide = true }: { wide?: boolean } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wide && query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('scrollTo', () => undefined)
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/admin/me', () => HttpResponse.json(aSession())),
    http.get('*/api/admin/overview', () => HttpResponse.json(anOverview())),
    http.get('*/api/admin/payouts/owed', () => HttpResponse.json({ items: [] })),
  )
  window.history.replaceState(null, '', url)
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/admin', component: AdminPage })
  const login = createRoute({ getParentRoute: () => root, path: '/admin-login', component: LoginPage })
  const activation = createRoute({
    getParentRoute: () => root,
    path: '/admin-activate',
    component: ActivationPage,
  })
  const router = createRouter({ routeTree: root.addChildren([page, login, activation]) })
  return renderUi(<RouterProvider router={router as never} />)
}

/** Answers GET requests to a URL. */
export function respondToGet(url: string, reply: (url: URL) => Response | object) {
  server.use(http.get(url, ({ request }) => asResponse(reply(new URL(request.url)))))
}

/** Answers POST requests to a URL and records them. */
export function recordPosts(url: string, reply: (count: number) => Response | object) {
  const recorded: RecordedRequest[] = []
  server.use(
    http.post(url, async ({ request }) => {
      const text = await request.text()
      recorded.push({
        path: new URL(request.url).pathname,
        body: text ? (JSON.parse(text) as unknown) : null,
        csrf: request.headers.get('x-csrf-token'),
      })
      return asResponse(reply(recorded.length))
    }),
  )
  return recorded
}

export function adminErrorResponse(status: number, code: string, more: object = {}): Response {
  return HttpResponse.json({ code, ...more }, { status })
}

function asResponse(body: Response | object): Response {
  return body instanceof Response ? body : HttpResponse.json(body)
}
