import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { announceSignInAgain } from '@/lib/signInAgain'
import { epochMs } from '@/lib/time'
import { dialog, openDialog, type slots } from '@/student/test/payment'
import { renderStudentArea } from '@/student/test/renderStudentArea'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

/** Types a phone number, ends the sign-in, and opens the page that follows the new one. */
async function signInAgain(prepare: (api: { slots: typeof slots }) => void = () => undefined) {
  const { api, person } = await openDialog()
  const phone = dialog().getByRole('textbox', { name: /Phone/ })
  await person.clear(phone)
  await person.type(phone, '+91 98400 12345')
  act(announceSignInAgain)
  cleanup()
  prepare(api)
  renderStudentArea('/booking')
}

it('the dialog opens again with the phone number after the sign-in has ended', async () => {
  await signInAgain()
  await screen.findByRole('dialog', { name: 'Book Your Class' })
  expect(dialog().getByRole('textbox', { name: /Phone/ })).toHaveValue('+91 98400 12345')
  expect(await dialog().findByRole('button', { name: 'Pay ₹1,022.98' })).toBeEnabled()
  expect(screen.getByText('You were signed out. Nothing was charged.')).toBeVisible()
  expect(sessionStorage.getItem('tala.purchase-draft')).toBeNull()
})

it('a class that is no longer open is not opened again', async () => {
  await signInAgain((api) => {
    api.slots = []
  })
  expect(await screen.findByText('You were signed out. Nothing was charged.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
