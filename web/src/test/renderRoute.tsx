import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderUi } from './render'

/** Renders at `address` in a test router; every other path shows only its name, as `at /booking`. */
export function renderRoute(ui: ReactNode, address = '/here') {
  const root = createRootRoute({ notFoundComponent: () => <p>at {router.state.location.pathname}</p> })
  const testRoute = createRoute({
    getParentRoute: () => root,
    path: address.replace(/[?#].*/, ''),
    component: () => ui,
  })
  const router = createRouter({
    routeTree: root.addChildren([testRoute]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  // The registered type is the app's own router.
  return renderUi(<RouterProvider router={router as never} />)
}
