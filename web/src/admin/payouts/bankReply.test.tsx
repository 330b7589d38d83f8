import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminBankReplyRow } from '@/api/adminPayouts'

const row = (overrides: Partial<AdminBankReplyRow>): AdminBankReplyRow => ({
  line: 1,
  payoutId: 'payout-1',
  reference: 'UTR 1',
  amount: '999',
  teacherName: 'Nila Raman',
  expected: { currency: 'INR', amount: 999 },
  status: 'ready',
  ...overrides,
})

test('a bank reply is checked first, and marks the matching payouts once', async () => {
  respondToGet('*/api/admin/payouts', () => ({ items: [], next: null }))
  const other = row({ line: 2, amount: '998', status: 'amount_differs', teacherName: 'Leela' })
  const requests = recordPosts('*/api/admin/payouts/bank-reply', (count) => ({
    rows: [row({ status: count === 1 ? 'ready' : 'paid' }), other],
  }))
  const { person } = renderAdmin('/admin#payouts')
  await person.click(await screen.findByRole('button', { name: 'Import bank reply' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import bank reply' }))
  await person.click(dialog.getByRole('button', { name: 'Check' }))
  expect(await dialog.findByText('Paste rows or choose a file')).toBeVisible()
  await person.click(dialog.getByRole('textbox', { name: 'Rows' }))
  await person.paste('payout-1,UTR 1,999\npayout-2,UTR 2,998')
  await person.click(dialog.getByRole('button', { name: 'Check' }))
  expect(await dialog.findByText(/^1 payout can be marked as paid/)).toBeVisible()
  expect(dialog.getByText('Amount differs')).toBeVisible()
  await person.dblClick(dialog.getByRole('button', { name: 'Mark 1 payout as paid' }))
  expect(await dialog.findByText('Marked as paid')).toBeVisible()
  expect(requests.map(({ body }) => (body as { apply: boolean }).apply)).toEqual([false, true])
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
