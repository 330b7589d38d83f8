import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setClock } from '@/lib/time'
import { figures } from './test/builders'
import { answer, renderAdmin } from './test/renderAdmin'

const nobody = { success: true, teachers: [], more: false, approved: 0, foundingLeft: 100 }

beforeEach(() => answer('*/api/admin/pending-teachers', () => nobody))

test('the figures lead to what they count', async () => {
  setClock(() => Date.parse('2026-11-20T19:00:00Z'))
  renderAdmin('/admin')
  answer('*/api/admin/overview', () => figures({ outbox: { due: 4, dead: 2 } }))
  const classes = await screen.findByRole('link', { name: 'Classes today' })
  // It is the next day in India.
  expect(classes).toHaveAttribute('href', '#bookings?status=not_cancelled&from=2026-11-21&to=2026-11-21')
  const failed = screen.getByRole('link', { name: 'Failed payments in 24 hours' })
  expect(failed).toHaveAttribute('href', '#orders?state=payment_failed')
  expect(screen.getByRole('link', { name: 'Mails waiting' })).toHaveAttribute('href', '#outbox')
  expect(screen.getByRole('link', { name: 'Last check of the books' })).toHaveAttribute('href', '#books')
  setClock()
})

test.each([
  [{ secondsAgo: 20, silent: false }, 'At work', 'last round 20 seconds ago'],
  [{ secondsAgo: 121, silent: true }, 'Silent', 'last round 2 minutes ago'],
  [{ secondsAgo: 3 * 86_400, silent: true }, 'Silent', 'last round 3 days ago'],
  [{ secondsAgo: null, silent: true }, 'Silent', 'no round yet'],
])(
  'a worker that is silent is seen on the first page, although nothing waits: %o',
  async (worker, said, since) => {
    renderAdmin('/admin')
    answer('*/api/admin/overview', () => figures({ worker }))
    await screen.findByRole('link', { name: 'Worker' })
    const figure = screen.getByText(said)
    expect(figure).toHaveTextContent(since)
    expect(figure.hasAttribute('data-wrong')).toBe(worker.silent)
  },
)
