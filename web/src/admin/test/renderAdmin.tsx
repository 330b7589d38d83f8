import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { AdminPage } from '@/admin/AdminPage'
import { LoginPage } from '@/admin/LoginPage'
import { config } from '@/test/config'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { figures, me } from './builders'

/** A request that arrived: what it carried, and the token for changes. */
export interface Arrived {
  path: string
  body: unknown
  csrf: string | null
}

/** Opens an address of the back office on a wide screen, unless told otherwise. */
export function renderAdmin(address: string, { wide = true }: { wide?: boolean } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wide && query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('scrollTo', () => undefined)
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/admin/me', () => HttpResponse.json(me())),
    http.get('*/api/admin/overview', () => HttpResponse.json(figures())),
  )
  window.history.replaceState(null, '', address)
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/admin', component: AdminPage })
  const login = createRoute({ getParentRoute: () => root, path: '/admin-login', component: LoginPage })
  const router = createRouter({ routeTree: root.addChildren([page, login]) })
  return renderUi(<RouterProvider router={router as never} />)
}

/** Answers a reading, each time anew. */
export function answer(address: string, reply: (url: URL) => Response | object) {
  server.use(http.get(address, ({ request }) => asResponse(reply(new URL(request.url)))))
}

/** Answers an act, and remembers what arrived. */
export function remember(address: string, reply: (count: number) => Response | object) {
  const arrived: Arrived[] = []
  server.use(
    http.post(address, async ({ request }) => {
      const text = await request.text()
      arrived.push({
        path: new URL(request.url).pathname,
        body: text ? (JSON.parse(text) as unknown) : null,
        csrf: request.headers.get('x-csrf-token'),
      })
      return asResponse(reply(arrived.length))
    }),
  )
  return arrived
}

export function refusal(status: number, code: string, more: object = {}): Response {
  return HttpResponse.json({ code, ...more }, { status })
}

function asResponse(body: Response | object): Response {
  return body instanceof Response ? body : HttpResponse.json(body)
}
