import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminWaiting } from '@/api/adminWaitlist'

const asha: AdminWaiting = {
  _id: 'waiting-1',
  name: 'Asha',
  email: 'asha@example.com',
  role: 'Student',
  location: 'Porto',
  country: 'Portugal',
  danceStyle: '',
  createdAt: '2026-11-20T09:00:00Z',
  invitedAt: null,
  invitedBy: null,
}

test('the waitlist is sorted by name from A on, and shows how many wait', async () => {
  const sorts: (string | null)[] = []
  respondToGet('*/api/admin/waitlist', (url) => {
    sorts.push(url.searchParams.get('sort'))
    return { items: [asha], next: null, total: { count: 1204, isCapped: false } }
  })
  const { person } = renderAdmin('/admin#waitlist')
  const table = await screen.findByRole('table', { name: 'Waitlist' })
  expect(screen.getByText('1,204 people')).toBeVisible()
  await person.click(within(table).getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(sorts.at(-1)).toBe('name'))
})

test.each([
  ['coupons', '3 coupons'],
  ['referrals', '3 referrals'],
  ['messages', '3 messages'],
  ['outbox', '3 items'],
  ['payouts', '3 payouts'],
])('%s show how many there are', async (section, text) => {
  respondToGet(`*/api/admin/${section}`, () => ({
    items: [],
    next: null,
    total: { count: 3, isCapped: false },
  }))
  renderAdmin(`/admin#${section}`)
  expect(await screen.findByText(text)).toBeVisible()
})
