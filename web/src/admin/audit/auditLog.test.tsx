import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aLine, aSession } from '@/admin/test/builders'
import { recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import { signInAdmin } from '@/session/admin'

beforeEach(async () => {
  recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
})

test.each([
  ['class cancelled', 'booking_cancelled,class_cancelled'],
  ["administrator's role", 'admin_role_changed'],
])('the audit log is searched by the displayed name of an action: %s', async (text, actions) => {
  respondToGet('*/api/admin/audit', (url) => ({
    items: url.searchParams.get('actions') === actions ? [aLine({ action: 'class_cancelled' })] : [],
    next: null,
  }))
  const { person } = renderAdmin('/admin#audit')
  expect(await screen.findByText('No entries found')).toBeVisible()
  await person.type(screen.getByRole('searchbox', { name: 'Action' }), text)
  expect(await screen.findByText('Published class cancelled')).toBeVisible()
})
