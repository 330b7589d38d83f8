import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Payout } from '@/api/teacherTypes'
import { setClock } from '@/lib/clock'
import { roundUpMaximum } from '@/teacher/payments/MonthBars'
import { aStatement, someAnalytics } from '@/teacher/test/builders'
import { errorResponse, renderTeacher, respondWith } from '@/teacher/test/renderTeacher'

beforeEach(() => setClock(() => Date.parse('2026-11-22T08:00:00Z')))
afterEach(() => setClock())

describe('Earnings', () => {
  test('show a month’s figures, the chart as text, and the exchange rate', async () => {
    const requests: URL[] = []
    respondWith('*/api/teacher/analytics', (url) => {
      requests.push(url)
      return someAnalytics()
    })
    const { person } = renderTeacher('/teacher#payments')
    const november = await screen.findByRole('region', { name: 'November 2026' })
    expect(november).toHaveTextContent('₹15,627.50')
    expect(november).toHaveTextContent('Total hours132')
    expect(november).toHaveTextContent('Earned in USD$85.50')
    const months = within(screen.getByRole('region', { name: 'Earnings by month' })).getByRole('list')
    expect(months).toHaveTextContent('October 2026: ₹21,000, 20 classes')
    expect(screen.getByText('USD earnings converted at $1 = ₹83.36 (rate of Sun, 1 Nov 2026).')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Classes by type' })).toHaveTextContent(
      'Private 9Group 3Duet 2',
    )
    expect(requests[0]?.searchParams.get('month')).toBeNull()
    expect(requests[0]?.searchParams.get('email')).toBe('padma@example.com')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'September 2026')
    await waitFor(() => expect(requests.at(-1)?.searchParams.get('month')).toBe('2026-09'))
  })

  test('show no chart and no currency without earnings', async () => {
    const figures = someAnalytics({
      indianClasses: 3,
      usClasses: 0,
      earnings: { indian: 0, us: 0, total: 0, byCurrency: { INR: 0, USD: 0 } },
      months: [{ month: '2026-11', classes: 0, earnings: 0 }],
    })
    respondWith('*/api/teacher/analytics', () => figures)
    renderTeacher('/teacher#payments')
    expect(
      await screen.findByText('Your earnings appear here after your first completed class.'),
    ).toBeVisible()
    expect(screen.queryByText('Earned in USD')).toBeNull()
    expect(screen.getByText('Earned in INR')).toBeVisible()
  })

  test('start with the current month in the teacher’s zone', async () => {
    setClock(() => Date.parse('2026-10-31T08:00:00Z'))
    respondWith('*/api/teacher/analytics', () => someAnalytics())
    renderTeacher('/teacher#payments')
    expect(await screen.findByRole('region', { name: 'November 2026' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Month' })).toHaveDisplayValue('November 2026')
  })

  test('are zero with the specification’s text when they cannot be loaded', async () => {
    respondWith('*/api/teacher/analytics', () => errorResponse(500, 'internal'))
    renderTeacher('/teacher#payments')
    expect(await screen.findByText(/Failed to load analytics data/)).toBeVisible()
    expect(screen.getByRole('region', { name: 'November 2026' })).toHaveTextContent('₹0')
  })

  test('show the commission tier and the hours to the next one', async () => {
    respondWith('*/api/teacher/analytics', () => someAnalytics())
    renderTeacher('/teacher#payments')
    const panel = await screen.findByRole('region', { name: 'Commission: 15% (51 to 200 hours)' })
    expect(panel).toHaveTextContent('132 hours taught')
    expect(panel).toHaveTextContent('68 hours to go until you pay 10%')
    expect(within(panel).getByRole('progressbar', { name: 'Progress to the next tier' })).toHaveAttribute(
      'aria-valuenow',
      '66',
    )
  })

  test('show no commission in the launch period', async () => {
    const commission = {
      stage: 'launch' as const,
      rate: 0,
      hoursTaught: 3,
      tierFrom: 1,
      tierTo: 20,
      nextRate: 20,
      launchEndsAt: '2027-02-01T00:00:00Z',
      progressPercent: 30,
    }
    respondWith('*/api/teacher/analytics', () => someAnalytics({ commission }))
    renderTeacher('/teacher#payments')
    const panel = await screen.findByRole('region', { name: 'Launch period: 0% commission' })
    expect(panel).toHaveTextContent('until Mon, 1 Feb 2027, then 20% (see tiers).')
    // The launch period ends on a date, so there is no progress by hours.
    expect(panel).not.toHaveTextContent(/hours to go|lowest commission/)
    expect(within(panel).queryByRole('progressbar')).toBeNull()
  })
})

describe('Payouts', () => {
  const { payout } = aStatement()
  const next = {
    on: '2026-12-01',
    paymentCycle: 'Monthly',
    hasAccount: false,
    amounts: [{ currency: 'INR', amount: 8500, classes: 10 }],
  }

  test('show the next payout, past payouts and a link to the statement', async () => {
    respondWith('*/api/teacher/payouts', () => ({ next, payouts: [payout] }))
    respondWith('*/api/teacher/payouts/payout-1', () => aStatement())
    const { person } = renderTeacher('/teacher#payments/payouts')
    const nextPayout = await screen.findByRole('region', { name: 'Next payout on Tue, 1 Dec' })
    expect(nextPayout).toHaveTextContent('₹8,500 10 classes')
    expect(await screen.findByRole('link', { name: /Add your bank account/ })).toBeVisible()
    const row = within(screen.getByRole('table', { name: 'Payout history' })).getAllByRole('row')[1]
    expect(row).toHaveTextContent('₹849.15')
    expect(row).toHaveTextContent('Sat, 31 Oct 2026')
    expect(row).toHaveTextContent('Paid on Tue, 3 Nov 2026Reference UTR123')
    await person.click(screen.getByRole('link', { name: /^Statement/ }))
    expect(await screen.findByRole('article', { name: 'Payout statement' })).toBeVisible()
  })

  test('show since when an overdue payout is due', async () => {
    setClock(() => Date.parse('2026-12-02T08:00:00Z'))
    respondWith('*/api/teacher/payouts', () => ({ next, payouts: [] }))
    renderTeacher('/teacher#payments/payouts')
    expect(await screen.findByRole('heading', { name: 'Payout due since Tue, 1 Dec' })).toBeVisible()
  })

  test('a statement shows how each amount was calculated, can be printed and downloaded', async () => {
    respondWith('*/api/teacher/payouts/payout-1', () => aStatement())
    respondWith('*/api/teacher/payouts/payout-1/statement.csv', () => HttpResponse.text('class,net'))
    const print = vi.fn()
    vi.stubGlobal('print', print)
    URL.createObjectURL = vi.fn(() => 'blob:x')
    URL.revokeObjectURL = vi.fn()
    const files: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download)
    })
    const { person } = renderTeacher('/teacher#payments/payouts/payout-1')
    const paper = await screen.findByRole('article', { name: 'Payout statement' })
    expect(paper).toHaveTextContent('Classes completed until Sat, 31 Oct 2026 (IST)')
    const [line, total] = within(paper).getAllByRole('row').slice(1)
    for (const words of [
      'Meera Iyer',
      'paid with credit',
      '₹1,099',
      '₹100',
      '₹999',
      '₹23.98',
      '15% (hour 131)',
      '₹849.15',
    ]) {
      expect(line).toHaveTextContent(words)
    }
    expect(total).toHaveTextContent('Total₹100₹999₹0₹23.98₹149.85₹849.15')
    await person.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    await person.click(screen.getByRole('button', { name: 'Download as CSV' }))
    await waitFor(() => expect(files).toEqual(['payout-2026-11-01.csv']))
    click.mockRestore()
  })

  test('a statement names the title of a published class', async () => {
    const statement = aStatement()
    const lines = statement.lines.map((line) => ({ ...line, title: 'Jathis for beginners' }))
    respondWith('*/api/teacher/payouts/payout-1', () => ({ ...statement, lines }))
    renderTeacher('/teacher#payments/payouts/payout-1')
    expect(await screen.findByText('Jathis for beginners')).toBeVisible()
  })

  test('a statement with a partial refund has a column for it', async () => {
    const statement = aStatement()
    const lines = statement.lines.map((line) => ({ ...line, refunded: 97.66, classPrice: 901.34 }))
    const totals = { ...statement.totals, refunded: 97.66, classPrice: 901.34 }
    respondWith('*/api/teacher/payouts/payout-1', () => ({ ...statement, lines, totals }))
    renderTeacher('/teacher#payments/payouts/payout-1')
    const paper = await screen.findByRole('article', { name: 'Payout statement' })
    expect(within(paper).getByRole('columnheader', { name: 'Refunded' })).toBeVisible()
    const [line, total] = within(paper).getAllByRole('row').slice(1)
    expect(line).toHaveTextContent('₹100₹97.66₹901.34')
    expect(total).toHaveTextContent('Total₹100₹97.66₹901.34')
  })

  const showFailed = async (replacedBy: Payout['replacedBy']) => {
    const failed = { ...payout, state: 'failed', replacedBy }
    respondWith('*/api/teacher/payouts', () => ({ next: { ...next, hasAccount: true }, payouts: [failed] }))
    renderTeacher('/teacher#payments/payouts')
    const table = await screen.findByRole('table', { name: 'Payout history' })
    return within(table).getAllByRole('row')[1] as HTMLElement
  }

  test('a failed payout shows what to do and has no statement', async () => {
    const row = await showFailed(null)
    expect(row).toHaveTextContent(
      'Failed The bank returned this payout. We’ll add ₹849.15 to your next one. Check your bank account',
    )
    expect(row).not.toHaveTextContent('UTR123')
    expect(within(row).getByRole('link', { name: 'Check your bank account' })).toHaveAttribute(
      'href',
      '#payments/settings',
    )
    expect(within(row).queryByRole('link', { name: /^Statement/ })).toBeNull()
  })

  test.each([
    ['2026-11-16T05:00:00Z', 'Failed Paid on Mon, 16 Nov 2026 with a later payout.'],
    [null, 'Failed Included in the payout that we prepared on Sun, 15 Nov 2026.'],
  ])('a failed payout that a later one replaced, paid at %s, asks for nothing', async (paidAt, text) => {
    const row = await showFailed({ preparedAt: '2026-11-15T00:05:00Z', paidAt })
    expect(row).toHaveTextContent(text)
    expect(row).not.toHaveTextContent('next one')
    expect(within(row).queryByRole('link')).toBeNull()
  })

  test('a statement of another teacher is not found', async () => {
    respondWith('*/api/teacher/payouts/payout-9', () => errorResponse(404, 'not_found'))
    renderTeacher('/teacher#payments/payouts/payout-9')
    expect(await screen.findByText('We couldn’t find this statement.')).toBeVisible()
  })
})

test.each([
  [0, 4],
  [1, 4],
  [15_627, 20_000],
  [76_000, 80_000],
  [95, 100],
])('the chart for %d has its top at %d', (highest, top) => {
  expect(roundUpMaximum(highest)).toBe(top)
})
