import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'

test('the authenticator is replaced with password and code, and the new one is shown once', async () => {
  const { admin, csrfToken } = aSession()
  respondToGet('*/api/admin/sessions', () => ({ items: [] }))
  const requests = recordPosts('*/api/admin/authenticator', (count) =>
    count === 1
      ? adminErrorResponse(422, 'invalid_fields', {
          errors: [{ field: 'code', message: 'Each code works once.' }],
        })
      : { setupLink: 'otpauth://totp/Tala:rukmini?secret=JBSWY3DP', setupKey: 'JBSWY3DP' },
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
  await person.click(dialog.getByRole('button', { name: 'I’ve added it' }))
  expect(screen.queryByText('JBSWY3DP')).toBeNull()
})
