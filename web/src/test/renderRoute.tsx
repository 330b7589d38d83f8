import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderUi } from './render'

/** Draws something inside a router of its own; every other address shows only its name, as `at /booking`. */
export function renderRoute(ui: ReactNode) {
  const root = createRootRoute({ notFoundComponent: () => <p>at {router.state.location.pathname}</p> })
  const here = createRoute({ getParentRoute: () => root, path: '/here', component: () => ui })
  const router = createRouter({
    routeTree: root.addChildren([here]),
    history: createMemoryHistory({ initialEntries: ['/here'] }),
  })
  // The registered type is the app's own router; this one only has to be a router.
  return renderUi(<RouterProvider router={router as never} />)
}
