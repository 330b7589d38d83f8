import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderUi } from './render'

/** Renders in a test router; every other path shows only its name, as `at /booking`. */
export function renderRoute(ui: ReactNode) {
  const root = createRootRoute({ notFoundComponent: () => <p>at {router.state.location.pathname}</p> })
  const testRoute = createRoute({ getParentRoute: () => root, path: '/here', component: () => ui })
  const router = createRouter({
    routeTree: root.addChildren([testRoute]),
    history: createMemoryHistory({ initialEntries: ['/here'] }),
  })
  // The registered type is the app's own router.
  return renderUi(<RouterProvider router={router as never} />)
}
