import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anOverview } from './test/builders'
import { renderAdmin, respondToGet } from './test/renderAdmin'

const noPending = { success: true, teachers: [], more: false, approved: 0, foundingLeft: 100 }

beforeEach(() => respondToGet('*/api/admin/pending-teachers', () => noPending))

test('each figure links to what it counts', async () => {
  renderAdmin('/admin')
  respondToGet('*/api/admin/overview', () => anOverview({ today: '2026-11-21', outbox: { due: 4, dead: 2 } }))
  const main = within(await screen.findByRole('main'))
  const classes = await main.findByRole('link', { name: 'Classes today' })
  // The server's day, whatever the browser's clock says.
  expect(classes).toHaveAttribute('href', '#bookings?status=not_cancelled&from=2026-11-21&to=2026-11-21')
  const failed = main.getByRole('link', { name: 'Failed payments in 24 hours' })
  expect(failed).toHaveAttribute('href', '#orders?state=payment_failed')
  expect(main.getByRole('link', { name: 'Emails and jobs due' })).toHaveAttribute('href', '#outbox')
  expect(main.getByRole('link', { name: 'Ledger check' })).toHaveAttribute('href', '#books')
})

test.each([
  [{ secondsAgo: 20, silent: false }, 'Running', 'last run 20 s ago'],
  [{ secondsAgo: 121, silent: true }, 'Stopped', 'last run 2 min ago'],
  [{ secondsAgo: 3 * 86_400, silent: true }, 'Stopped', 'last run 3 days ago'],
  [{ secondsAgo: null, silent: true }, 'Stopped', 'never ran'],
])(
  'a silent worker is shown on the first page although no jobs are waiting: %o',
  async (worker, said, since) => {
    renderAdmin('/admin')
    respondToGet('*/api/admin/overview', () => anOverview({ worker }))
    await screen.findByRole('link', { name: 'Background jobs' })
    const figure = screen.getByText(said)
    expect(figure).toHaveTextContent(since)
    expect(figure.hasAttribute('data-wrong')).toBe(worker.silent)
  },
)
