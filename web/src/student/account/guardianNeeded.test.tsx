import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setErrorListener } from '@/api/errorListener'
import { setClock } from '@/lib/clock'
import { applyApiError } from '@/session/applyApiError'
import { changeAccount } from '@/session/session'
import { problem, startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aSlot } from '@/test/builders'
import { server } from '@/test/server'

beforeEach(() => {
  setClock(() => Date.parse('2026-11-20T09:00:00Z'))
  setErrorListener(applyApiError)
})
afterEach(() => setErrorListener(() => undefined))

const notice = () => screen.findByRole('heading', { name: 'Add a parent or guardian to book classes' })

function start() {
  server.use(
    http.get('*/api/guardians', () => HttpResponse.json({ success: true, guardians: [], invitations: [] })),
  )
  return startStudentApi({
    slots: [aSlot({ dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' })],
    book: () => problem(403, 'guardian_required', 'Students under 18 need a parent or guardian.'),
  })
}

test('the notice is at the top of every section for a student under 18 without a guardian', async () => {
  start()
  renderStudentArea('/booking#history')
  await screen.findByRole('heading', { level: 1, name: 'Past Classes' })
  expect(screen.queryByText('Add a parent or guardian to book classes')).toBeNull()
  act(() => changeAccount((account) => ({ ...account, needsGuardian: true })))
  expect(await notice()).toBeVisible()
  expect(screen.getByRole('main').querySelector('h1, h2')).toHaveTextContent('Add a parent or guardian')
})

test('a booking that the server rejects leads to the notice', async () => {
  start()
  const { person } = renderStudentArea('/booking')
  await person.click(await screen.findByRole('button', { name: /Private/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Book Your Class' })
  await person.click(within(dialog).getByRole('button', { name: /^Book with Credits/ }))
  const link = await within(dialog).findByRole('button', { name: 'Add a parent or guardian' })
  expect(within(dialog).getByText('Students under 18 need a parent or guardian.')).toBeVisible()
  await person.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await notice()).toHaveFocus())
})
