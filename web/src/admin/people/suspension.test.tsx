import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { aPerson, aTeacherPart, somePersonDetails, somePreview } from '@/admin/test/peopleBuilders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import { signInAdmin } from '@/session/admin'

const URL = '*/api/admin/people/student-1'

async function signInAs(role: 'owner' | 'support') {
  const { admin, csrfToken } = aSession()
  recordPosts('*/api/admin/login', () => ({ success: true, admin: { ...admin, role }, csrfToken }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
}

beforeEach(() => signInAs('owner'))

const padma = somePersonDetails({
  person: aPerson({ name: 'Padma', role: 'teacher', status: 'approved' }),
  student: null,
  teacher: aTeacherPart(),
  credits: [],
})

async function openDialog(preview = somePreview(), session = aSession()) {
  respondToGet(URL, () => padma)
  respondToGet(`${URL}/suspension-preview`, () => preview)
  const { person } = renderAdmin('/admin#people/student-1')
  respondToGet('*/api/admin/me', () => session)
  await person.click(await screen.findByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Padma?' }))
  await dialog.findByRole('radio', { name: 'Keep them' })
  return { person, dialog }
}

test('the dialog states what is cancelled and refunded, and does both', async () => {
  const suspensions = recordPosts(`${URL}/suspend`, () => padma)
  const cancellations = recordPosts(`${URL}/cancel-classes`, () => ({ cancelled: 3, more: false }))
  const refunds = recordPosts(`${URL}/refund-unspent-credits`, () => ({
    credits: 7,
    refunded: [{ amount: 7160.82, currency: 'INR' }],
    more: false,
  }))
  const { person, dialog } = await openDialog()
  const cancel = dialog.getByRole('checkbox', { name: 'Cancel 2 upcoming classes' })
  expect(cancel).toHaveAccessibleDescription(
    /1 booking paid with money: the full payment is refunded to the original payment method. 2 bookings paid with credits: the credits are given back. We’ll email 3 students and the teacher/,
  )
  expect(dialog.getByText('Unspent credits: 9 credits of 3 students')).toBeVisible()
  expect(dialog.getByRole('radio', { name: 'Keep them' })).toBeChecked()
  const refund = dialog.getByRole('radio', { name: 'Refund what was paid for them' })
  expect(refund).toHaveAccessibleDescription(/₹7,160.82 for 7 credits.*2 credits can’t be refunded/)
  await person.click(cancel)
  await person.click(refund)
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Complaints')
  await person.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('7 credits refunded: ₹7,160.82')).toBeVisible()
  const reason = 'Complaints'
  expect(suspensions.map(({ body }) => body)).toEqual([{ reason, cancelsClasses: true }])
  expect(cancellations.map(({ body }) => body)).toEqual([{ reason }])
  expect(refunds.map(({ body }) => body)).toEqual([{ reason }])
})

test('credits are kept by default, and the second attempt continues after a failed cancellation', async () => {
  const suspensions = recordPosts(`${URL}/suspend`, (count) =>
    count === 1 ? padma : adminErrorResponse(409, 'already_processed'),
  )
  const cancellations = recordPosts(`${URL}/cancel-classes`, (count) =>
    count === 1 ? adminErrorResponse(503, 'unavailable') : { cancelled: 3, more: false },
  )
  const { person, dialog } = await openDialog()
  await person.click(dialog.getByRole('checkbox', { name: 'Cancel 2 upcoming classes' }))
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Complaints')
  await person.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  await person.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('3 classes cancelled')).toBeVisible()
  expect(suspensions).toHaveLength(2)
  expect(cancellations).toHaveLength(2)
})

test('support cannot refund, and reads who can', async () => {
  await signInAs('support')
  const { admin, csrfToken } = aSession()
  const { dialog } = await openDialog(somePreview(), { admin: { ...admin, role: 'support' }, csrfToken })
  const refund = dialog.getByRole('radio', { name: 'Refund what was paid for them' })
  expect(refund).toBeDisabled()
  expect(refund).toHaveAccessibleDescription('Only finance and owners can do this')
})

test('for a student, the dialog says that the sign-in is blocked', async () => {
  respondToGet(URL, () => somePersonDetails())
  respondToGet(`${URL}/suspension-preview`, () => somePreview())
  const { person } = renderAdmin('/admin#people/student-1')
  await person.click(await screen.findByRole('button', { name: 'Suspend' }))
  const dialog = await screen.findByRole('dialog', { name: 'Suspend Meera Iyer?' })
  expect(dialog).toHaveTextContent('They can’t sign in or book until you restore them. We’ll email them.')
})

test('with one class, the dialog speaks of one', async () => {
  const { dialog } = await openDialog(
    somePreview({ classes: 1, bookings: 1, paidWithCredits: 0, students: 1 }),
  )
  expect(dialog.getByRole('checkbox', { name: 'Cancel 1 upcoming class' })).toHaveAccessibleDescription(
    /We’ll email 1 student and the teacher. If you don’t, the class stays booked. You can cancel it later.$/,
  )
})

describe('a suspended teacher', () => {
  const suspended = { ...padma, person: { ...padma.person, suspendedAt: '2026-11-21T09:00:00Z' } }
  const unpaid = { students: 1, credits: 2, refundableCredits: 0, refundable: [], more: false }

  async function openAction(action: string, preview: ReturnType<typeof somePreview>) {
    respondToGet(URL, () => suspended)
    respondToGet(`${URL}/suspension-preview`, () => preview)
    const { person } = renderAdmin('/admin#people/student-1')
    await person.click(await screen.findByRole('button', { name: action }))
    return within(await screen.findByRole('dialog'))
  }

  test('with unpaid credits has nothing to refund, and the dialog says why', async () => {
    const dialog = await openAction('Refund unspent credits', somePreview({ unspentCredits: unpaid }))
    expect(
      await dialog.findByText(
        'Nothing can be refunded: the 2 credits were free or replace a cancelled class. They stay valid.',
      ),
    ).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Refund' })).toBeDisabled()
  })

  test('with paid credits can have them refunded', async () => {
    const dialog = await openAction('Refund unspent credits', somePreview())
    expect(await dialog.findByText(/₹7,160.82 for 7 credits/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Refund' })).toBeEnabled()
  })

  test('has upcoming classes, whose number the button names', async () => {
    const dialog = await openAction('Cancel all classes', somePreview())
    expect(await dialog.findByRole('button', { name: 'Cancel 2 upcoming classes' })).toBeEnabled()
  })

  test('without upcoming classes has none to cancel', async () => {
    const dialog = await openAction('Cancel all classes', somePreview({ classes: 0, bookings: 0 }))
    expect(await dialog.findByText('No upcoming classes.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Cancel all classes' })).toBeDisabled()
  })
})
