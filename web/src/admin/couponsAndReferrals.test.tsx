import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { AdminCoupon } from '@/api/adminCoupons'
import type { AdminReferral } from '@/api/adminReferrals'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from './test/renderAdmin'

function aCoupon(overrides: Partial<AdminCoupon> = {}): AdminCoupon {
  return {
    _id: 'coupon-1',
    code: 'DIWALI',
    percent: 20,
    from: null,
    until: null,
    limit: 100,
    limitPerStudent: 1,
    currency: null,
    teacherId: null,
    teacherName: null,
    note: 'lamps',
    used: 3,
    createdAt: '2026-11-01T09:00:00Z',
    stoppedAt: null,
    ...overrides,
  }
}

afterEach(() => setClock())

/** Two submits before the first one is answered. */
function submitTwice(element: HTMLElement): void {
  fireEvent.click(element)
  fireEvent.click(element)
}

const pageOf = (...items: object[]) => ({ items, next: null })
const respondWithTeachers = () => respondToGet('*/api/admin/people', () => pageOf())
const button = (name: string) => screen.getByRole('button', { name })
const dialogOf = (name: string) => within(screen.getByRole('dialog', { name }))

describe('coupons', () => {
  test('are listed with their uses, with a hint if there are none', async () => {
    let coupons: AdminCoupon[] = []
    respondToGet('*/api/admin/coupons', () => pageOf(...coupons))
    const { queryClient } = renderAdmin('/admin#coupons')
    expect(await screen.findByText('No coupons yet')).toBeVisible()
    coupons = [aCoupon()]
    await queryClient.invalidateQueries()
    expect(await screen.findByText('3 of 100')).toBeVisible()
    expect(screen.getByText('once per student')).toBeVisible()
    expect(screen.getByText('Active')).toBeVisible()
  })

  test('show an error with a retry button', async () => {
    respondToGet('*/api/admin/coupons', () => adminErrorResponse(500, 'internal'))
    const { person } = renderAdmin('/admin#coupons')
    expect(await screen.findByText('We couldn’t load the coupons.')).toBeVisible()
    respondToGet('*/api/admin/coupons', () => pageOf(aCoupon()))
    await person.click(button('Try again'))
    expect(await screen.findByText('DIWALI')).toBeVisible()
  })

  test('are created once by a double click, and the server’s errors are shown at their fields', async () => {
    respondToGet('*/api/admin/coupons', () => pageOf())
    respondWithTeachers()
    const taken = 'There is a coupon with this code already.'
    const requests = recordPosts('*/api/admin/coupons', (count) =>
      count === 1
        ? adminErrorResponse(422, 'invalid_fields', {
            errors: [
              { field: 'code', message: taken },
              { field: 'endsAt', message: 'The end must be after the start' },
            ],
          })
        : aCoupon(),
    )
    const { person } = renderAdmin('/admin#coupons')
    await person.click(await screen.findByRole('button', { name: 'New coupon' }))
    const dialog = dialogOf('New coupon')
    await person.click(dialog.getByRole('button', { name: 'Create coupon' }))
    expect(dialog.getByText('Enter a discount from 1 to 100')).toBeVisible()
    expect(requests).toHaveLength(0)
    await person.type(dialog.getByRole('textbox', { name: /^Code/ }), 'diwali')
    await person.type(dialog.getByRole('textbox', { name: /^Discount/ }), '20')
    await person.click(dialog.getByRole('button', { name: 'Create coupon' }))
    expect(await dialog.findByText(taken)).toBeVisible()
    expect(dialog.getByText('The end must be after the start')).toBeVisible()
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Code/ })).toHaveFocus())
    await person.type(dialog.getByRole('textbox', { name: /^Code/ }), '2')
    await person.clear(dialog.getByLabelText(/^Valid until/))
    submitTwice(dialog.getByRole('button', { name: 'Create coupon' }))
    expect(await screen.findByText('Coupon DIWALI is ready')).toBeVisible()
    expect(requests).toHaveLength(2)
    expect(requests[1]?.body).toMatchObject({ code: 'DIWALI2', percent: 20, limit: null, teacherId: null })
  })

  test('are checked against the server’s day, not the browser’s', async () => {
    // The server’s day is 25 November.
    setClock(() => epochMs('2026-12-10T09:00:00Z'))
    respondToGet('*/api/admin/coupons', () => pageOf())
    respondWithTeachers()
    const requests = recordPosts('*/api/admin/coupons', () => aCoupon())
    const { person } = renderAdmin('/admin#coupons')
    await person.click(await screen.findByRole('button', { name: 'New coupon' }))
    const dialog = dialogOf('New coupon')
    await person.type(dialog.getByRole('textbox', { name: /^Code/ }), 'diwali')
    await person.type(dialog.getByRole('textbox', { name: /^Discount/ }), '20')
    const until = dialog.getByLabelText(/^Valid until/)
    fireEvent.change(until, { target: { value: '2026-11-24T10:00' } })
    await person.click(dialog.getByRole('button', { name: 'Create coupon' }))
    expect(dialog.getByText('Enter a time in the future')).toBeVisible()
    expect(requests).toHaveLength(0)
    fireEvent.change(until, { target: { value: '2026-11-27T10:00' } })
    await person.click(dialog.getByRole('button', { name: 'Create coupon' }))
    await waitFor(() => expect(requests).toHaveLength(1))
  })

  test('that were deactivated elsewhere show an error in the dialog, and the list is updated', async () => {
    let coupon = aCoupon()
    respondToGet('*/api/admin/coupons', () => pageOf(coupon))
    recordPosts('*/api/admin/coupons/DIWALI/deactivate', () => {
      coupon = aCoupon({ stoppedAt: '2026-11-21T09:00:00Z' })
      return adminErrorResponse(409, 'already_processed', { detail: 'This coupon has been stopped already.' })
    })
    const { person } = renderAdmin('/admin#coupons')
    await person.click(await screen.findByRole('button', { name: 'Stop DIWALI' }))
    const dialog = dialogOf('Stop DIWALI?')
    expect(dialog.getByText(/It was used 3 times\./)).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Expired')
    await person.click(dialog.getByRole('button', { name: 'Stop coupon' }))
    expect(await dialog.findByText('This coupon has been stopped already.')).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Stopped')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Stop DIWALI' })).toBeNull()
  })
})

test('a free class is granted only for a friend who took a class', async () => {
  const friend: AdminReferral = {
    _id: 'referral-1',
    studentId: 'student-1',
    studentName: 'Arjun Nair',
    friendName: 'Meera Iyer',
    friendEmail: 'meera@example.com',
    state: 'ready',
    createdAt: '2026-11-01T09:00:00Z',
    grantedAt: null,
  }
  let ready = friend
  const other = { ...friend, _id: 'referral-2', friendName: 'Asha Rao', state: 'joined' }
  respondToGet('*/api/admin/referrals', () => pageOf(ready, other))
  const requests = recordPosts('*/api/admin/referrals/referral-1/grant', () => {
    ready = { ...friend, state: 'granted', grantedAt: '2026-11-21T09:00:00Z' }
    return adminErrorResponse(409, 'already_processed', {
      detail: 'The free class for this friend is given already.',
    })
  })
  const { person } = renderAdmin('/admin#referrals')
  await person.click(
    await screen.findByRole('button', { name: 'Grant free class to Arjun Nair for Meera Iyer' }),
  )
  expect(screen.queryByRole('button', { name: /for Asha Rao$/ })).toBeNull()
  const dialog = dialogOf('A free class for Arjun Nair?')
  await person.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), ' She asked for it ')
  submitTwice(dialog.getByRole('button', { name: 'Grant free class' }))
  expect(await dialog.findByText('The free class for this friend is given already.')).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([{ reason: 'She asked for it' }])
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Free class granted')).toBeVisible()
})
