import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminAccount } from '@/api/adminAccount'
import { signInAdmin } from '@/session/admin'

const own: AdminAccount = {
  _id: 'admin-1',
  username: 'rukmini',
  role: 'owner',
  totp: true,
  own: true,
  createdAt: '2026-01-01T00:00:00Z',
  disabledAt: null,
  activationExpiresAt: null,
  signedInAt: '2026-11-25T03:00:00Z',
  sessions: 1,
}
const asha: AdminAccount = {
  ...own,
  _id: 'admin-2',
  username: 'asha',
  role: 'support',
  totp: false,
  own: false,
  sessions: 2,
}
const leftAdmin: AdminAccount = {
  ...asha,
  _id: 'admin-3',
  username: 'bala',
  disabledAt: '2026-11-01T00:00:00Z',
  signedInAt: null,
  sessions: 0,
}

async function signInAs(role: AdminAccount['role']) {
  const { admin, csrfToken } = aSession()
  recordPosts('*/api/admin/login', () => ({ success: true, admin: { ...admin, role }, csrfToken }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
}

beforeEach(() => signInAs('owner'))

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))
const names = (row: Awaited<ReturnType<typeof rowOf>>) =>
  row.queryAllByRole('button').map(({ textContent }) => textContent)

test('administrators are listed; the own account has no actions', async () => {
  respondToGet('*/api/admin/admins', () => ({ items: [asha, leftAdmin, own] }))
  renderAdmin('/admin#admins')
  expect(names(await rowOf('rukmini'))).toEqual([])
  expect(names(await rowOf('asha'))).toEqual(['Change role', 'Disable', 'Sign out', 'New authenticator'])
  expect((await rowOf('asha')).getByText('2 browsers')).toBeVisible()
  expect(names(await rowOf('bala'))).toEqual(['Enable', 'Change role', 'New authenticator'])
  expect((await rowOf('bala')).getByText('Disabled')).toBeVisible()
  expect((await rowOf('bala')).getByText('Never')).toBeVisible()
})

test('disabling sends the reason; a conflict is shown in the dialog', async () => {
  respondToGet('*/api/admin/admins', () => ({ items: [asha, own] }))
  const detail = 'asha is disabled already.'
  const requests = recordPosts('*/api/admin/admins/admin-2/disable', () =>
    adminErrorResponse(409, 'already_processed', { detail }),
  )
  const { person } = renderAdmin('/admin#admins')
  await person.click(await screen.findByRole('button', { name: 'Disable asha' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Disable asha?' }))
  await person.click(dialog.getByRole('button', { name: 'Disable' }))
  expect(await dialog.findByText('Enter a reason')).toBeVisible()
  await person.type(dialog.getByLabelText(/Reason/), 'Left the company')
  await person.click(dialog.getByRole('button', { name: 'Disable' }))
  expect(await dialog.findByText(detail)).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([{ reason: 'Left the company' }])
})

test('the setup link of a new authenticator stays until it is dismissed', async () => {
  respondToGet('*/api/admin/admins', () => ({ items: [asha, own] }))
  const link = 'otpauth://totp/Tala:asha?secret=JBSWY3DPEHPK3PXP&issuer=Tala'
  recordPosts('*/api/admin/admins/admin-2/reset-authenticator', () => ({ success: true, setupLink: link }))
  const { person } = renderAdmin('/admin#admins')
  await person.click(await screen.findByRole('button', { name: 'New authenticator for asha' }))
  const confirmation = within(screen.getByRole('dialog', { name: 'New authenticator for asha?' }))
  await person.type(confirmation.getByLabelText(/Reason/), 'Lost phone')
  await person.click(confirmation.getByRole('button', { name: 'New authenticator' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Setup link for asha' }))
  expect(dialog.getByText(link)).toBeVisible()
  await person.keyboard('{Escape}')
  expect(dialog.getByText(link)).toBeVisible()
  await person.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(link)).toBeNull()
})

test('changing the role sends the new role and the reason', async () => {
  respondToGet('*/api/admin/admins', () => ({ items: [asha, own] }))
  const requests = recordPosts('*/api/admin/admins/admin-2/role', () => ({ items: [asha, own] }))
  const { person } = renderAdmin('/admin#admins')
  await person.click(await screen.findByRole('button', { name: 'Change role of asha' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change the role of asha?' }))
  expect(dialog.getByRole('radio', { name: 'Support' })).toBeChecked()
  await person.type(dialog.getByLabelText(/Reason/), 'New job')
  await person.click(dialog.getByRole('button', { name: 'Change role' }))
  expect(dialog.getByText('Choose another role')).toBeVisible()
  await person.click(dialog.getByRole('radio', { name: 'Owner' }))
  await person.click(dialog.getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Role changed')).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([{ role: 'owner', reason: 'New job' }])
})

describe('a new administrator', () => {
  const expiresAt = '2026-11-28T03:00:00Z'
  const activationLink = 'https://tala.test/admin-activate#4d1f7a90'

  test('is added with a name and a role; the activation link is shown once', async () => {
    respondToGet('*/api/admin/admins', () => ({ items: [own] }))
    const taken = { field: 'username', message: 'There is an administrator with this name already.' }
    const requests = recordPosts('*/api/admin/admins', (count) =>
      count === 1
        ? adminErrorResponse(422, 'invalid_fields', { errors: [taken] })
        : { success: true, activationLink, expiresAt },
    )
    const { person } = renderAdmin('/admin#admins')
    await person.click(await screen.findByRole('button', { name: 'Add administrator' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Add an administrator' }))
    const submit = () => person.click(dialog.getByRole('button', { name: 'Add administrator' }))
    await submit()
    expect(dialog.getByText('Enter a username')).toBeVisible()
    expect(dialog.getByText('Choose a role')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Finance' })).toHaveAccessibleDescription(
      'Changes orders, refunds, payouts and the ledger',
    )
    await person.type(dialog.getByRole('textbox', { name: 'Username' }), ' Nila')
    await person.click(dialog.getByRole('radio', { name: 'Finance' }))
    await submit()
    expect(await dialog.findByText(taken.message)).toBeVisible()
    await submit()
    const shown = within(await screen.findByRole('dialog', { name: 'Activation link for nila' }))
    expect(shown.getByText(activationLink)).toBeVisible()
    expect(shown.getByText(/It works once and expires on .*28 Nov/)).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual(Array(2).fill({ username: 'Nila', role: 'finance' }))
    await person.click(shown.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText(activationLink)).toBeNull()
  })

  test('can get a new link until the account is activated', async () => {
    const nila = { ...asha, username: 'nila', totp: true, sessions: 0, signedInAt: null }
    const pending = { ...nila, activationExpiresAt: '2999-01-01T00:00:00Z' }
    const expired = {
      ...pending,
      _id: 'admin-4',
      username: 'mira',
      activationExpiresAt: '2026-01-01T00:00:00Z',
    }
    respondToGet('*/api/admin/admins', () => ({ items: [pending, expired, own] }))
    const requests = recordPosts('*/api/admin/admins/admin-2/activation-link', () => ({
      success: true,
      activationLink,
      expiresAt,
    }))
    const { person } = renderAdmin('/admin#admins')
    expect((await rowOf('mira')).getByText('Link expired')).toBeVisible()
    expect((await rowOf('nila')).getByText('Not activated')).toBeVisible()
    expect((await rowOf('nila')).getByText('Off')).toBeVisible()
    expect(names(await rowOf('nila'))).toEqual(['New activation link', 'Change role', 'Disable'])
    await person.click(screen.getByRole('button', { name: 'New activation link for nila' }))
    const dialog = within(screen.getByRole('dialog', { name: 'New activation link for nila?' }))
    await person.type(dialog.getByLabelText(/Reason/), 'Lost')
    await person.click(dialog.getByRole('button', { name: 'New activation link' }))
    expect(await screen.findByText(activationLink)).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ reason: 'Lost' }])
  })
})

test('only owners can act', async () => {
  await signInAs('support')
  respondToGet('*/api/admin/admins', () => ({ items: [asha, own] }))
  const { person } = renderAdmin('/admin#admins')
  const disable = await screen.findByRole('button', { name: 'Disable asha' })
  expect(screen.getByRole('button', { name: 'Add administrator' })).toHaveAttribute('aria-disabled', 'true')
  expect(disable).toHaveAttribute('aria-disabled', 'true')
  await person.hover(disable)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Only owners can do this')
  await person.click(disable)
  expect(screen.queryByRole('dialog')).toBeNull()
})
