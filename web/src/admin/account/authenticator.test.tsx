import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'

test('the authenticator is replaced with password and code, and the new one confirmed with its code', async () => {
  const { admin, csrfToken } = aSession()
  respondToGet('*/api/admin/sessions', () => ({ items: [] }))
  const requests = recordPosts('*/api/admin/authenticator', (count) =>
    count === 1
      ? adminErrorResponse(422, 'invalid_fields', {
          errors: [{ field: 'code', message: 'Each code works once.' }],
        })
      : {
          setupLink: 'otpauth://totp/Tala:rukmini?secret=JBSWY3DP',
          setupKey: 'JBSWY3DP',
          proposal: 'encrypted',
        },
  )
  const confirmations = recordPosts('*/api/admin/authenticator/confirm', (count) =>
    count === 1
      ? adminErrorResponse(422, 'invalid_fields', {
          errors: [{ field: 'code', message: 'Enter the code that your new app shows now.' }],
        })
      : { success: true },
  )
  const { person } = renderAdmin('/admin#account')
  respondToGet('*/api/admin/me', () => ({ admin: { ...admin, totp: true }, csrfToken }))
  const form = within(await screen.findByRole('form', { name: 'Your authenticator' }))
  const submit = await form.findByRole('button', { name: 'Replace authenticator' })
  await person.click(submit)
  expect(form.getByText('Enter your current password')).toBeVisible()
  expect(form.getByText('Enter the code')).toBeVisible()
  await person.type(form.getByLabelText('Current password'), 'a long secret')
  const code = form.getByRole('textbox', { name: 'Code of your current app' })
  await person.type(code, '123456')
  await person.click(submit)
  expect(await form.findByText('Each code works once.')).toBeVisible()
  await person.clear(code)
  await person.type(code, ' 654321 ')
  await person.click(submit)
  const dialog = within(await screen.findByRole('dialog', { name: 'Your new authenticator' }))
  expect(dialog.getByText('JBSWY3DP')).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Open authenticator app' })).toHaveAttribute(
    'href',
    'otpauth://totp/Tala:rukmini?secret=JBSWY3DP',
  )
  expect(requests.map(({ body }) => body)).toEqual([
    { password: 'a long secret', code: '123456' },
    { password: 'a long secret', code: '654321' },
  ])
  const confirm = dialog.getByRole('button', { name: 'Use this authenticator' })
  await person.click(confirm)
  expect(dialog.getByText('Enter the code')).toBeVisible()
  const newCode = dialog.getByRole('textbox', { name: 'Code of the new app' })
  await person.type(newCode, '111111')
  await person.click(confirm)
  expect(await dialog.findByText('Enter the code that your new app shows now.')).toBeVisible()
  await person.clear(newCode)
  await person.type(newCode, '222222 ')
  await person.click(confirm)
  await waitFor(() => expect(screen.queryByText('JBSWY3DP')).toBeNull())
  expect(screen.getByText('Your new authenticator is in use')).toBeVisible()
  expect(confirmations.map(({ body }) => body)).toEqual([
    { proposal: 'encrypted', code: '111111' },
    { proposal: 'encrypted', code: '222222' },
  ])
})
