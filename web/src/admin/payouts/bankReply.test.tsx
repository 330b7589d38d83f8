import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminBankReplyRow } from '@/api/adminPayouts'
import { setClock } from '@/lib/clock'

afterEach(() => setClock())

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
  const other = row({ line: 2, amount: '1,998.5', status: 'amount_differs', teacherName: 'Leela' })
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
  expect(dialog.getByText('₹999')).toBeVisible()
  expect(dialog.getByText(/₹1,998.50/)).toBeVisible()
  await person.dblClick(dialog.getByRole('button', { name: 'Mark 1 payout as paid' }))
  expect(await dialog.findByText('Marked as paid')).toBeVisible()
  expect(requests.map(({ body }) => (body as { apply: boolean }).apply)).toEqual([false, true])
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull()
  // The second click of a double click closes nothing.
  setClock(() => Date.now() + 2000)
  await person.click(dialog.getByText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a payout that was paid manually is not shown as exported', async () => {
  const payout = {
    _id: 'payout-1',
    teacherId: 'teacher-1',
    teacherName: 'Nila Raman',
    currency: 'INR',
    amount: 999,
    classes: 1,
    cutOff: '2026-11-14T18:30:00Z',
    state: 'paid',
    accountNumberMasked: '•••• 1098',
    doubtfulCountry: null,
    reference: 'UTR-1',
    failure: null,
    createdAt: '2026-11-15T09:00:00Z',
    exportedAt: null,
    paidAt: '2026-11-17T09:00:00Z',
  }
  respondToGet('*/api/admin/payouts/payout-1', () => ({ payout, lines: [], history: [] }))
  renderAdmin('/admin#payouts/payout-1')
  expect(await screen.findByText('No, paid manually')).toBeVisible()
  const lastDay = screen.getByText('Classes until').nextElementSibling
  expect(lastDay).toHaveTextContent('Sat, 14 Nov 2026')
})
