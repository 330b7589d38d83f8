import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { aPayout, aTeacherPart, somePersonDetails } from '@/admin/test/peopleBuilders'
import { recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminTeacherPart } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'

beforeEach(async () => {
  recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
})

describe('the payouts of a teacher', () => {
  const openTeacher = async (payout: AdminTeacherPart['payout']) => {
    respondToGet('*/api/admin/people/student-1', () =>
      somePersonDetails({ student: null, teacher: aTeacherPart({ payout }) }),
    )
    renderAdmin('/admin#people/student-1')
    await screen.findByRole('heading', { level: 2, name: 'Payouts' })
  }
  const payouts = () => within(screen.getByRole('region', { name: 'Payouts' }))

  test('show the account, what is owed, the next payout day and past payouts', async () => {
    const owed = {
      teacherId: 'student-1',
      teacherName: 'Meera Iyer',
      teacherEmail: null,
      classes: 2,
      dueClasses: 1,
      hasAccount: true,
      nextPayoutOn: '2026-12-01',
    }
    await openTeacher({
      bankAccount: {
        country: 'India',
        accountNumberMasked: '•••• 1098',
        paymentCycle: 'Monthly',
        doubtfulCurrencies: ['USD'],
      },
      nextPayoutOn: '2026-12-01',
      owed: [
        { ...owed, currency: 'INR', amount: 1698.3, due: 849.15 },
        { ...owed, currency: 'USD', amount: 20, due: 0 },
      ],
      payouts: [aPayout({ state: 'failed', failure: 'Account closed' })],
    })
    expect(payouts().getByText('•••• 1098, India')).toBeVisible()
    expect(payouts().getByText('The bank may reject USD.')).toBeVisible()
    expect(payouts().getByText('₹1,698.30 + $20.00')).toBeVisible()
    expect(payouts().getByText('A payout run today would pay ₹849.15.')).toBeVisible()
    expect(payouts().getByText('Tue, 1 Dec')).toBeVisible()
    expect(payouts().getByText('Monthly')).toBeVisible()
    const row = within(payouts().getAllByRole('row')[1] as HTMLElement)
    expect(row.getByRole('link')).toHaveAttribute('href', '#payouts/payout-1')
    expect(row.getByText('₹2,397.60')).toBeVisible()
    expect(row.getByText('Account closed')).toBeVisible()
  })

  test('say that the bank account is missing', async () => {
    await openTeacher({ bankAccount: null, nextPayoutOn: null, owed: [], payouts: [] })
    expect(payouts().getByText(/not paid out until the teacher adds a bank account/)).toBeVisible()
    expect(payouts().getByText('Nothing')).toBeVisible()
    expect(payouts().getByText('No payouts yet')).toBeVisible()
  })
})
