import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { currentSession, type Person, setSession } from '@/session/session'
import { useSession } from '@/session/useSession'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { GuardianNotice } from './GuardianNotice'
import { showGuardianNotice } from './showGuardianNotice'

const kiran: Person = {
  id: 's-1',
  name: 'Kiran',
  email: 'kiran@example.com',
  role: 'student',
  needsGuardian: true,
}
const invitation = {
  _id: 'i-1',
  email: 'meera@example.com',
  sentAt: '2026-11-20T09:00:00Z',
  expiresAt: '2026-12-04T09:00:00Z',
}
const meera = { _id: 'g-1', name: 'Meera', email: 'meera@example.com', isYou: false }

let guardians: (typeof meera)[]
let invitations: (typeof invitation)[]

beforeEach(() => {
  guardians = []
  invitations = []
  setSession({ status: 'signedIn', person: kiran })
  server.use(
    http.get('*/api/guardians', () => HttpResponse.json({ success: true, guardians, invitations })),
    http.post('*/api/guardian-invitations', () => {
      invitations = [invitation]
      return HttpResponse.json({ success: true, invitation })
    }),
    http.delete('*/api/guardian-invitations/i-1', () => {
      invitations = []
      return HttpResponse.json({ success: true })
    }),
  )
})

/** As in the student area. */
function Area() {
  const session = useSession()
  const isShown = session?.status === 'signedIn' && session.person.needsGuardian
  return <main tabIndex={-1}>{isShown && <GuardianNotice />}</main>
}

const title = () => screen.findByRole('heading', { name: 'Add a parent or guardian to book classes' })
const field = () => screen.findByRole('textbox', { name: /Email of your parent or guardian/ })

test('a student under 18 invites a guardian, checks, and books once they have accepted', async () => {
  const { person } = renderUi(<Area />)
  expect(await title()).toBeVisible()
  expect(screen.getByText(/you can see times and cancel classes, but not book/)).toBeVisible()
  await person.type(await field(), 'meera@example.com{Enter}')
  expect(await screen.findByText(/^We’ve emailed meera@example.com\. You can book once/)).toBeVisible()
  expect(await title()).toHaveFocus()
  expect(screen.queryByRole('textbox')).toBeNull()
  const check = screen.getByRole('button', { name: 'Check again' })
  await person.click(check)
  expect(await screen.findByText('The invitation has not been accepted yet.')).toBeVisible()
  ;[guardians, invitations] = [[meera], []]
  await person.click(check)
  expect(await screen.findByText(/^Your parent or guardian has been added\./)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect(currentSession()).not.toHaveProperty('person.needsGuardian')
})

test('an open invitation can be withdrawn, and another one sent', async () => {
  invitations = [invitation]
  const { person } = renderUi(<Area />)
  await person.click(
    await screen.findByRole('button', { name: 'Withdraw the invitation to meera@example.com' }),
  )
  expect(await field()).toBeVisible()
  expect(await title()).toHaveFocus()
})

test('a check that fails says so', async () => {
  invitations = [invitation]
  const { person } = renderUi(<Area />)
  const check = await screen.findByRole('button', { name: 'Check again' })
  server.use(http.get('*/api/guardians', () => HttpResponse.error()))
  await person.click(check)
  expect(await screen.findByText(/We can’t reach the server\./)).toBeVisible()
})

test('the booking dialog leads to the notice, whether it is shown already or not', async () => {
  const { needsGuardian: _, ...known } = kiran
  setSession({ status: 'signedIn', person: known })
  renderUi(<Area />)
  expect(screen.queryByRole('heading')).toBeNull()
  showGuardianNotice()
  act(() => void setSession({ status: 'signedIn', person: kiran }))
  await waitFor(async () => expect(await title()).toHaveFocus())
  screen.getByRole('main').focus()
  showGuardianNotice()
  expect(await title()).toHaveFocus()
})
