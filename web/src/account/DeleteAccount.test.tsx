import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Learner } from '@/api/learners'
import { type Person, setSession } from '@/session/session'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { DeleteAccount } from './DeleteAccount'

const signOutDeletedAccount = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('@/session/signOut', () => ({ signOutDeletedAccount }))

function renderPage(more: Partial<Person> = {}, learners: Learner[] = []) {
  setSession({
    status: 'signedIn',
    ...(learners.length > 0 ? { learners } : {}),
    person: { id: 'p-1', name: 'Kavya', email: 'Kavya@example.com', role: 'user', ...more },
  })
  const requests: unknown[] = []
  server.use(
    http.delete('*/api/account', async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json({ success: true, message: '' })
    }),
  )
  const view = renderUi(<DeleteAccount />)
  // The section is folded at first.
  for (const details of document.querySelectorAll('details')) details.open = true
  return { ...view, requests }
}

const button = () => screen.getByRole('button', { name: 'Delete my account' })

test('account is deleted after the address is typed in any case, and the user is signed out', async () => {
  const { person, requests } = renderPage()
  await person.click(button())
  expect(screen.getByText('This isn’t the email address of your account.')).toBeVisible()
  expect(requests).toEqual([])
  await person.type(screen.getByRole('textbox', { name: /email address/ }), ' kavya@example.com ')
  await person.click(button())
  await vi.waitFor(() => expect(signOutDeletedAccount).toHaveBeenCalledTimes(1))
  expect(requests).toEqual([{ email: 'kavya@example.com' }])
  expect(button()).toBeDisabled()
})

test('a user without a verified address ticks a box instead', async () => {
  const { person, requests } = renderPage({ unverified: true })
  expect(screen.queryByRole('textbox')).toBeNull()
  await person.click(button())
  expect(screen.getByText('Please tick this first.')).toBeVisible()
  await person.click(screen.getByRole('checkbox', { name: 'Yes, delete my account for good' }))
  await person.click(button())
  await vi.waitFor(() => expect(requests).toEqual([{ email: '' }]))
})

test('a failed deletion shows an error and does not sign out', async () => {
  const { person } = renderPage()
  signOutDeletedAccount.mockClear()
  server.use(http.delete('*/api/account', () => HttpResponse.json({ code: 'internal' }, { status: 500 })))
  await person.type(screen.getByRole('textbox', { name: /email address/ }), 'kavya@example.com')
  await person.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
  expect(signOutDeletedAccount).not.toHaveBeenCalled()
})

test('a deletion whose response was lost signs out on the next attempt', async () => {
  const { person } = renderPage()
  signOutDeletedAccount.mockClear()
  server.use(
    http.delete('*/api/account', () => HttpResponse.error(), { once: true }),
    http.delete('*/api/account', () => HttpResponse.json({ code: 'role_not_allowed' }, { status: 403 })),
  )
  await person.type(screen.getByRole('textbox', { name: /email address/ }), 'kavya@example.com')
  await person.click(button())
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(signOutDeletedAccount).not.toHaveBeenCalled()
  await person.click(button())
  await vi.waitFor(() => expect(signOutDeletedAccount).toHaveBeenCalledTimes(1))
})

test('a refused deletion says once what is still open', async () => {
  const { person } = renderPage()
  const detail =
    "This account can't be deleted yet. Still open: 1 purchase that is not completed, 1 refund that has not arrived, 2 paid credits."
  server.use(
    http.delete('*/api/account', () =>
      HttpResponse.json({ code: 'open_obligations', detail }, { status: 409 }),
    ),
  )
  await person.type(screen.getByRole('textbox', { name: /email address/ }), 'kavya@example.com')
  await person.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You can’t delete your account yetYou still have 1 purchase that is not completed, 1 refund that has not arrived and 2 paid credits.Cancel your booked classes and use your credits first.',
  )
})

test('a guardian learns that children without another guardian come first', async () => {
  const child = { _id: 'l-1', name: 'Asha', birthDate: null, age: null, teacherId: null }
  const { person } = renderPage({}, [{ ...child, teacherName: '', currency: 'INR' }])
  const first = /remove each child who has no other parent or guardian, or invite another one/
  expect(screen.getByText(first)).toBeVisible()
  const detail = "This account can't be deleted yet. Still open: 1 learner without another guardian."
  server.use(
    http.delete('*/api/account', () =>
      HttpResponse.json({ code: 'open_obligations', detail }, { status: 409 }),
    ),
  )
  await person.type(screen.getByRole('textbox', { name: /email address/ }), 'kavya@example.com')
  await person.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(first)
})
