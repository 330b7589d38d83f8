import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { PageRole } from '@/session/acting'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { markNavigated } from '@/ui/navigation'
import { adminGuard } from './adminGuard'
import { LazyErrorPage } from './LazyErrorPage'
import { NotFoundPage } from './NotFoundPage'
import { roleGuard } from './roleGuard'

const pages = {
  ui: () => import('./base'),
  callback: () => import('./CallbackPage'),
  student: () => import('@/student/StudentArea'),
  confirmation: () => import('@/student/confirmation/ConfirmationPage'),
  teacher: () => import('@/teacher/TeacherPage'),
  onboarding: () => import('@/onboarding/OnboardingPage'),
  pending: () => import('@/onboarding/PendingPage'),
  guardian: () => import('@/guardian/GuardianPage'),
  adminLogin: () => import('@/admin/LoginPage'),
  adminActivation: () => import('@/admin/ActivationPage'),
  admin: () => import('@/admin/AdminPage'),
}

const withUi = (page: () => Promise<unknown>) => () => Promise.all([pages.ui(), page()])

interface InviteSearch {
  /** A teacher's invite code, from an invitation link. */
  ref?: string
}

interface BookingSearch extends InviteSearch {
  /** The section that Terms & Conditions cover. */
  terms?: string
}

interface OnboardingSearch extends InviteSearch {
  as?: 'student' | 'teacher'
  /** A guardian adds a child. */
  for?: 'child'
}

const nonEmptyString = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function inviteSearch(search: Record<string, unknown>): InviteSearch {
  const ref = nonEmptyString(search.ref)
  return ref ? { ref } : {}
}

function bookingSearch(search: Record<string, unknown>): BookingSearch {
  const terms = nonEmptyString(search.terms)
  return { ...inviteSearch(search), ...(terms ? { terms } : {}) }
}

function onboardingSearch(search: Record<string, unknown>): OnboardingSearch {
  const { as, for: learner } = search
  return {
    ...inviteSearch(search),
    ...(as === 'student' || as === 'teacher' ? { as } : {}),
    ...(learner === 'child' && as === 'student' ? { for: learner } : {}),
  }
}

/** Everyone may add a child. Guardians without a role have the student area for their home. */
function onboardingPageRole(search: URLSearchParams): PageRole {
  if (search.get('for') === 'child' && search.get('as') === 'student') return 'anyone'
  return search.has('as') ? 'user' : 'newcomer'
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const ui = createRoute({
  getParentRoute: () => root,
  id: 'ui',
  component: lazyRouteComponent(pages.ui, 'UiRoot'),
})

const booking = createRoute({
  getParentRoute: () => ui,
  path: '/booking',
  validateSearch: bookingSearch,
  beforeLoad: roleGuard('student', { preload: withUi(pages.student) }),
  component: lazyRouteComponent(pages.student, 'StudentArea'),
})

const confirmation = createRoute({
  getParentRoute: () => ui,
  path: '/confirmation',
  beforeLoad: roleGuard('student', { preload: withUi(pages.confirmation) }),
  component: lazyRouteComponent(pages.confirmation, 'ConfirmationPage'),
})

const receipt = createRoute({
  getParentRoute: () => ui,
  path: '/booking/receipt/$orderId',
  beforeLoad: roleGuard('student', { preload: withUi(pages.student) }),
  component: lazyRouteComponent(pages.student, 'ReceiptArea'),
})

const teacher = createRoute({
  getParentRoute: () => ui,
  path: '/teacher',
  beforeLoad: roleGuard('teacher', { preload: withUi(pages.teacher) }),
  component: lazyRouteComponent(pages.teacher, 'TeacherPage'),
})

const onboarding = createRoute({
  getParentRoute: () => ui,
  path: '/onboarding',
  validateSearch: onboardingSearch,
  beforeLoad: roleGuard(onboardingPageRole, { preload: withUi(pages.onboarding) }),
  component: lazyRouteComponent(pages.onboarding, 'OnboardingPage'),
})

const pending = createRoute({
  getParentRoute: () => ui,
  path: '/verification-pending',
  beforeLoad: roleGuard('user', { preload: withUi(pages.pending) }),
  component: lazyRouteComponent(pages.pending, 'PendingPage'),
})

// For every role, and for visitors, who sign in first.
const guardian = createRoute({
  getParentRoute: () => ui,
  path: '/guardian',
  beforeLoad: async () => {
    withUi(pages.guardian)().catch(() => undefined)
    await (await pages.ui()).prepareSession()
  },
  component: lazyRouteComponent(pages.guardian, 'GuardianPage'),
})

const adminLogin = createRoute({
  getParentRoute: () => ui,
  path: '/admin-login',
  beforeLoad: adminGuard(false, { preload: withUi(pages.adminLogin) }),
  component: lazyRouteComponent(pages.adminLogin, 'LoginPage'),
})

// Without a guard: the link also works in a browser in which another administrator is signed in.
const adminActivation = createRoute({
  getParentRoute: () => ui,
  path: '/admin-activate',
  beforeLoad: () => {
    withUi(pages.adminActivation)().catch(() => undefined)
  },
  component: lazyRouteComponent(pages.adminActivation, 'ActivationPage'),
})

const admin = createRoute({
  getParentRoute: () => ui,
  path: '/admin',
  beforeLoad: adminGuard(true, { preload: withUi(pages.admin) }),
  component: lazyRouteComponent(pages.admin, 'AdminPage'),
})

const callback = createRoute({
  getParentRoute: () => root,
  path: '/auth/callback',
  beforeLoad: async () => {
    const { bootstrap } = await import('./base')
    const { finishSignIn } = await import('@/session/callback')
    await bootstrap()
    throw redirect({ href: await finishSignIn(), replace: true })
  },
  errorComponent: lazyRouteComponent(pages.callback, 'CallbackPage'),
})

const routeTree = root.addChildren([
  ui.addChildren([
    booking,
    confirmation,
    receipt,
    teacher,
    onboarding,
    pending,
    guardian,
    adminLogin,
    adminActivation,
    admin,
  ]),
  callback,
])

export function createAppRouter() {
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultPendingMs: 80,
    defaultPendingMinMs: 0,
    defaultErrorComponent: LazyErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) markNavigated()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
