import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { type Person, setSession } from '@/session/session'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { DeleteAccount } from './DeleteAccount'

const leaveForGood = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('@/session/signOut', () => ({ leaveForGood }))

function show(more: Partial<Person> = {}) {
  setSession({
    status: 'signedIn',
    person: { id: 'p-1', name: 'Kavya', email: 'Kavya@example.com', role: 'user', ...more },
  })
  const asked: unknown[] = []
  server.use(
    http.delete('*/api/account', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ success: true, message: '' })
    }),
  )
  return { ...renderUi(<DeleteAccount />), asked }
}

const button = () => screen.getByRole('button', { name: 'Delete my account' })

test('the address is typed again, in whatever letters, and the person is out', async () => {
  const { person, asked } = show()
  await person.click(button())
  expect(screen.getByText('This is not the e-mail address of your account.')).toBeVisible()
  expect(asked).toEqual([])
  await person.type(screen.getByRole('textbox', { name: /e-mail address/ }), ' kavya@example.com ')
  await person.click(button())
  await vi.waitFor(() => expect(leaveForGood).toHaveBeenCalledTimes(1))
  expect(asked).toEqual([{ email: 'kavya@example.com' }])
  expect(button()).toBeDisabled()
})

test('whose address the server does not know ticks a box instead', async () => {
  const { person, asked } = show({ unverified: true })
  expect(screen.queryByRole('textbox')).toBeNull()
  await person.click(button())
  expect(screen.getByText('Please tick this first.')).toBeVisible()
  await person.click(screen.getByRole('checkbox', { name: 'Yes, delete my account for good' }))
  await person.click(button())
  await vi.waitFor(() => expect(asked).toEqual([{ email: '' }]))
})

test('a failure is told, and nobody is signed out', async () => {
  const { person } = show()
  leaveForGood.mockClear()
  server.use(http.delete('*/api/account', () => HttpResponse.json({ code: 'internal' }, { status: 500 })))
  await person.type(screen.getByRole('textbox', { name: /e-mail address/ }), 'kavya@example.com')
  await person.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
  expect(leaveForGood).not.toHaveBeenCalled()
})

test('who is gone already because an answer was lost is signed out', async () => {
  const { person } = show()
  leaveForGood.mockClear()
  server.use(
    http.delete('*/api/account', () => HttpResponse.error(), { once: true }),
    http.delete('*/api/account', () => HttpResponse.json({ code: 'role_not_allowed' }, { status: 403 })),
  )
  await person.type(screen.getByRole('textbox', { name: /e-mail address/ }), 'kavya@example.com')
  await person.click(button())
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(leaveForGood).not.toHaveBeenCalled()
  await person.click(button())
  await vi.waitFor(() => expect(leaveForGood).toHaveBeenCalledTimes(1))
})
