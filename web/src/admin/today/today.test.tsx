import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anOverview, aPending, aSession } from '@/admin/test/builders'
import { renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminOwed } from '@/api/adminPayouts'
import { listNeeds } from './needs'

const quiet = anOverview({
  unansweredMessages: 0,
  pendingTeachers: 0,
  ledger: { checkedAt: '2026-11-25T00:00:00Z', findings: 0, compared: true },
})

function anOwed(overrides: Partial<AdminOwed> = {}): AdminOwed {
  return {
    teacherId: 'teacher-1',
    teacherName: 'Nila Raman',
    teacherEmail: 'nila@example.com',
    currency: 'INR',
    amount: 2397.6,
    classes: 3,
    due: 1598.4,
    dueClasses: 2,
    hasAccount: true,
    nextPayoutOn: '2026-12-01',
    ...overrides,
  }
}

beforeEach(() =>
  respondToGet('*/api/admin/pending-teachers', () => ({
    success: true,
    teachers: [],
    more: false,
    approved: 0,
    foundingLeft: 100,
  })),
)

describe('needs', () => {
  test('are none on a quiet day', () => {
    expect(listNeeds(quiet, [], { reviews: true })).toEqual([])
  })

  test('start with what is broken, then people who wait, then money', () => {
    const figures = anOverview({
      unansweredMessages: 3,
      pendingTeachers: 1,
      failedRefunds: 1,
      payoutsToPay: 2,
      payoutsSum: [{ currency: 'USD', amount: 45 }],
      waitlist: 1,
      outbox: { due: 0, dead: 2 },
      worker: { secondsAgo: 500, silent: true },
      ledger: { checkedAt: '2026-11-25T00:00:00Z', findings: 1, compared: true },
    })
    const owed = [
      anOwed(),
      anOwed({ teacherId: 'teacher-2', currency: 'USD', due: 10.5 }),
      anOwed({ teacherId: 'teacher-3', hasAccount: false, nextPayoutOn: null }),
    ]
    expect(
      listNeeds(figures, owed, { reviews: true }).map(({ text, amount, isUrgent }) => [
        text,
        amount,
        isUrgent ?? false,
      ]),
    ).toEqual([
      ['Background jobs have stopped', undefined, true],
      ['1 ledger difference', undefined, true],
      ['1 failed refund', undefined, true],
      ['2 failed emails and jobs', undefined, true],
      ['3 unanswered messages', undefined, false],
      ['1 application to review', undefined, false],
      ['2 payouts due', '₹1,598.40 + $10.50', false],
      ['2 payouts to be paid', '$45.00', false],
      ['1 teacher with earnings but no bank account', undefined, false],
      ['1 person on the waitlist', undefined, false],
    ])
  })
})

describe('the start page', () => {
  test('asks finance for no decision about applications', async () => {
    renderAdmin('/admin')
    respondToGet('*/api/admin/me', () => ({ ...aSession(), admin: { ...aSession().admin, role: 'finance' } }))
    respondToGet('*/api/admin/overview', () => ({ ...quiet, pendingTeachers: 1 }))
    respondToGet('*/api/admin/pending-teachers', () => ({
      success: true,
      teachers: [aPending()],
      more: false,
      approved: 0,
      foundingLeft: 100,
    }))
    expect(await screen.findByText('All done. Nothing needs you right now.')).toBeVisible()
    for (const name of ['Approve Nila Raman', 'Reject Nila Raman']) {
      const button = await screen.findByRole('button', { name })
      expect(button).toHaveAttribute('aria-disabled', 'true')
      await userEvent.hover(button)
      await screen.findByText('Only support and owners can do this')
      await userEvent.unhover(button)
    }
  })

  test('refreshes every 30 seconds while it is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'setTimeout', 'Date'] })
    let messages = 0
    renderAdmin('/admin')
    respondToGet('*/api/admin/overview', () => ({ ...quiet, unansweredMessages: messages }))
    expect(await screen.findByText('All done. Nothing needs you right now.')).toBeVisible()
    messages = 1
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByRole('link', { name: '1 unanswered message' })).toHaveAttribute(
      'href',
      '#messages',
    )
    const menu = screen.getByRole('navigation', { name: 'Admin area' })
    expect(within(menu).getByRole('link', { name: 'Messages 1' })).toBeVisible()
    vi.useRealTimers()
  })
})

describe('earnings that are owed', () => {
  test('are listed with what a run would pay, and with a link to write to teachers without an account', async () => {
    renderAdmin('/admin#payouts?state=owed')
    respondToGet('*/api/admin/payouts/owed', () => ({
      items: [
        anOwed(),
        anOwed({ teacherId: 't-2', teacherName: 'Leela', hasAccount: false, nextPayoutOn: null }),
      ],
    }))
    expect(await screen.findByText('₹4,795.20 owed. A payout run today would pay ₹1,598.40.')).toBeVisible()
    const table = screen.getByRole('table', { name: 'Owed to teachers' })
    expect(within(table).getByText('Tue, 1 Dec')).toBeVisible()
    const link = within(table).getByRole('link', { name: 'Write to Leela' })
    expect(link.getAttribute('href')).toMatch(/^mailto:nila@example\.com\?subject=/)
  })
})
