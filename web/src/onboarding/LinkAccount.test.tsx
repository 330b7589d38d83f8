import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { LinkAccount } from './LinkAccount'

const typed: unknown[] = []

beforeEach(() => {
  typed.length = 0
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.post('*/api/identity/link-code', () => HttpResponse.json({ success: true, validMinutes: 10 })),
    http.post('*/api/identity/link', async ({ request }) => {
      typed.push(await request.json())
      return HttpResponse.json({ code: 'link_code_invalid' }, { status: 422 })
    }),
  )
})

test('asks for the code that it has sent, and shows a wrong one at its field', async () => {
  const { person } = renderRoute(<LinkAccount email="meera@example.com" />)
  expect(await screen.findByText(/You already have an account with meera@example.com/)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Email me a code' }))
  const field = await screen.findByRole('textbox', { name: '6-digit code' })
  expect(screen.getByRole('status')).toHaveTextContent('We sent a 6-digit code to meera@example.com')
  expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await person.type(field, '123456')
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(/That code is wrong or has expired/)).toBeVisible()
  expect(field).toBeInvalid()
  expect(typed).toEqual([{ code: '123456' }])
})

test('says when no code could be sent', async () => {
  server.use(
    http.post('*/api/identity/link-code', () =>
      HttpResponse.json({ code: 'too_many_requests' }, { status: 429 }),
    ),
  )
  const { person } = renderRoute(<LinkAccount email="meera@example.com" />)
  await person.click(await screen.findByRole('button', { name: 'Email me a code' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts')
  expect(screen.queryByRole('textbox')).toBeNull()
})
