import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'

const account = {
  username: 'nila',
  role: 'support',
  setupLink: 'otpauth://totp/Tala:nila?secret=JBSWY3DPEHPK3PXP&issuer=Tala',
  setupKey: 'JBSWY3DPEHPK3PXP',
  expiresAt: '2026-11-28T03:00:00Z',
}

async function open() {
  const checks = recordPosts('*/api/admin/activation/check', () => account)
  respondToGet('*/api/admin/pending-teachers', () => ({
    success: true,
    teachers: [],
    more: false,
    approved: 3,
    foundingLeft: 97,
  }))
  const { person } = renderAdmin('/admin-activate#4d1f7a90')
  const code = await screen.findByRole('textbox', { name: 'Authenticator code' })
  const submit = () => person.click(screen.getByRole('button', { name: 'Activate account' }))
  const fill = async (repeat = 'seven quiet lanterns') => {
    await person.type(code, '492039')
    await person.type(screen.getByLabelText('Password'), 'seven quiet lanterns')
    await person.type(screen.getByLabelText('Password again'), repeat)
  }
  return { checks, code, fill, person, submit }
}

test('the new administrator sees the account and its authenticator, and is signed in afterwards', async () => {
  const { checks, fill, submit } = await open()
  expect(checks.map(({ body }) => body)).toEqual([{ token: '4d1f7a90' }])
  expect(screen.getByText('nila')).toBeVisible()
  expect(screen.getByText('Support')).toBeVisible()
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(screen.getByText(account.setupKey)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open authenticator app' })).toHaveAttribute(
    'href',
    account.setupLink,
  )
  const activations = recordPosts('*/api/admin/activation', () => ({ success: true }))
  const logins = recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await fill()
  await submit()
  await waitFor(() => expect(window.location.pathname).toBe('/admin'))
  expect(activations.map(({ body }) => body)).toEqual([
    { token: '4d1f7a90', password: 'seven quiet lanterns', code: '492039' },
  ])
  expect(logins.map(({ body }) => body)).toEqual([
    { username: 'nila', password: 'seven quiet lanterns', code: '492039' },
  ])
})

test('a failed sign-in after the activation leads to the sign-in page', async () => {
  const { fill, submit } = await open()
  recordPosts('*/api/admin/activation', () => ({ success: true }))
  recordPosts('*/api/admin/login', () => adminErrorResponse(401, 'invalid_code'))
  await fill()
  await submit()
  expect(await screen.findByText('Your account is active. Sign in with your new password.')).toBeVisible()
  expect(window.location.pathname).toBe('/admin-login')
})

test('missing values and passwords that differ are not sent; the server’s errors are at their fields', async () => {
  const { code, fill, person, submit } = await open()
  const detail = 'Enter the code that your authenticator app shows now.'
  const activations = recordPosts('*/api/admin/activation', () =>
    adminErrorResponse(422, 'invalid_fields', { errors: [{ field: 'code', message: detail }] }),
  )
  await submit()
  expect(screen.getByText('Enter the code from your authenticator app')).toBeVisible()
  expect(screen.getByText('Use at least 12 characters')).toBeVisible()
  await fill('eight quiet lanterns')
  await submit()
  expect(screen.getByText('Passwords don’t match')).toBeVisible()
  expect(activations).toEqual([])
  const repeat = screen.getByLabelText('Password again')
  await person.clear(repeat)
  await person.type(repeat, 'seven quiet lanterns')
  await submit()
  expect(await screen.findByText(detail)).toBeVisible()
  await waitFor(() => expect(code).toHaveFocus())
})

test('a link that was used or has expired says so', async () => {
  recordPosts('*/api/admin/activation/check', () => adminErrorResponse(422, 'activation_link_invalid'))
  renderAdmin('/admin-activate#4d1f7a90')
  expect(await screen.findByRole('alert')).toHaveTextContent('has expired or was already used')
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/admin-login')
})
