import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { vi } from 'vitest'
import { type SignedInSession, setSession } from '@/session/session'
import { ConfirmationPage } from '@/student/confirmation/ConfirmationPage'
import { ReceiptArea, StudentArea } from '@/student/StudentArea'
import { renderUi } from '@/test/render'

const person = { id: 'student-1', name: 'Meera Iyer', email: 'meera@example.com', role: 'student' as const }

const learner = {
  _id: 'asha',
  name: 'Asha Iyer',
  birthDate: '2016-04-23',
  age: 10,
  teacherId: 'teacher-1',
  teacherName: 'Guru Padma Subramaniam',
  currency: 'INR',
}

/** The session of a guardian who acts for the child Asha. */
export const childSession: SignedInSession = {
  status: 'signedIn',
  person: { ...person, id: learner._id, name: learner.name },
  account: { ...person, id: 'guardian-1', role: 'user' },
  learners: [learner],
}

interface RenderOptions {
  wide?: boolean
  session?: SignedInSession
}

/** Renders a URL of the student area as the signed-in student, on a wide screen by default. */
export function renderStudentArea(
  address: string,
  { wide = true, session = { status: 'signedIn', person } }: RenderOptions = {},
) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wide && query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal('scrollTo', () => undefined)
  window.history.replaceState(null, '', address)
  setSession(session)
  const root = createRootRoute()
  const booking = createRoute({
    getParentRoute: () => root,
    path: '/booking',
    validateSearch: ({ ref, terms }: Record<string, unknown>) => ({
      ...(typeof ref === 'string' ? { ref } : {}),
      ...(typeof terms === 'string' ? { terms } : {}),
    }),
    component: StudentArea,
  })
  const confirmation = createRoute({
    getParentRoute: () => root,
    path: '/confirmation',
    component: ConfirmationPage,
  })
  const receipt = createRoute({
    getParentRoute: () => root,
    path: '/booking/receipt/$orderId',
    component: ReceiptArea,
  })
  const router = createRouter({ routeTree: root.addChildren([booking, confirmation, receipt]) })
  return renderUi(<RouterProvider router={router as never} />)
}
