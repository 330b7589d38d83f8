/** Texts and names where a guardian acts for a child, in an installation without payments. */
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { aBooking, aProfile, aSlot } from '@/test/builders'
import { aPolicy } from '@/test/moneyBuilders'
import { server } from '@/test/server'
import { problem, type StudentApi, startStudentApi } from './test/api'
import { childSession, renderStudentArea } from './test/renderStudentArea'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

const HOUR = { dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }
const slots = [aSlot({ _id: 'a', ...HOUR })]
const ofAsha = { studentId: 'asha', studentName: 'Asha Iyer', studentEmail: null }
const booking = aBooking({ ...HOUR, ...ofAsha, policy: aPolicy({ paidWith: 'credit' }) })
const render = (address: string, wide = true) => renderStudentArea(address, { wide, session: childSession })
/** Words to a student who is the reader. */
const TO_STUDENT = /Namaste|You learn|\byour (own )?(class|teacher|next)/i

async function openBooking(overrides: Partial<StudentApi> = {}, wide = true) {
  const api = startStudentApi({ slots, ...overrides })
  const view = render('/booking', wide)
  await view.person.click(await screen.findByRole('button', { name: /Private/ }))
  return { api, ...view, dialog: within(await screen.findByRole('dialog', { name: 'Booking for Asha' })) }
}

it.each([true, false])('the dashboard names the child (wide: %s)', async (wide) => {
  const profile = aProfile({ joinedAt: '2026-11-19T09:00:00Z', classCreditsExpiry: '2026-11-23T09:00:00Z' })
  startStudentApi({ slots, profile })
  const { container } = render('/booking', wide)
  expect(await screen.findByRole('heading', { level: 1, name: 'Classes for Asha' })).toBeVisible()
  expect(screen.getByText('Asha learns with')).toBeVisible()
  expect(screen.getByText('Live video classes with a teacher who knows your child')).toBeInTheDocument()
  expect(
    await screen.findByText(/^Asha’s class credits are expiring soon! You have 3 days left/),
  ).toBeVisible()
  expect(await screen.findByRole('button', { name: /8:00 pm Private .*the teacher/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'About the teacher' })).toBeVisible()
  expect(container.textContent).not.toMatch(TO_STUDENT)
})

it('the dashboard names the child of the next class', async () => {
  startStudentApi({ slots: [], active: [booking] })
  const { container } = render('/booking')
  expect(await screen.findByText('Next class for Asha')).toBeVisible()
  expect(await screen.findByText(/^Asha’s teacher has no open times/)).toBeVisible()
  expect(container.textContent).not.toMatch(TO_STUDENT)
})

it.each([
  ['other', { _id: 'teacher-2', name: 'Leela Rao' }, /^Asha is learning with Guru. To learn with Leela too/],
  ['own', { _id: 'teacher-1', name: 'Guru Padma' }, 'Guru is already Asha’s teacher.'],
  [
    'unknown',
    null,
    'We couldn’t find the invite code TCH-XYZ-2345. These are the classes of Asha’s teacher.',
  ],
] as const)('the notice about an invite code of %s names the child', async (_, invitedBy, text) => {
  startStudentApi({ slots, invitedBy })
  render('/booking?ref=TCH-XYZ-2345')
  expect(await screen.findByText(text)).toBeVisible()
  if (!invitedBy) expect(screen.getByRole('button', { name: 'Show all classes' })).toBeVisible()
})

it.each([true, false])('booking and confirmation name the child (wide: %s)', async (wide) => {
  const { person, dialog } = await openBooking(
    { book: () => HttpResponse.json({ success: true, booking }) },
    wide,
  )
  expect(dialog.getByLabelText('Name')).toHaveValue('Asha Iyer')
  expect(dialog.getByLabelText('Email')).toHaveValue('meera@example.com')
  expect(dialog.getByLabelText('Phone')).toHaveAccessibleDescription(/The teacher sees it/)
  expect(dialog.getByText('Tue, 1:30 am for the teacher (Kolkata)')).toBeVisible()
  await person.click(dialog.getByRole('button', { name: /^Book with Credits/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Booked for Asha' })).toBeVisible()
  expect(screen.getByText('Asha’s class on Mon, 23 Nov 2026 at 8:00 pm is booked.')).toBeInTheDocument()
  expect(screen.getByText('Email').nextElementSibling).toHaveTextContent('meera@example.com')
  expect(await screen.findByText('We’ve emailed a confirmation to meera@example.com.')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Add to Google Calendar' }).getAttribute('href') ?? ''
  expect(new URL(link).searchParams.get('text')).toMatch(/^Private dance class with .*, for Asha$/)
})

it('an overlap is about the child', async () => {
  const busy = () => problem(409, 'student_busy', 'You already have a class at this time.')
  const { person, dialog } = await openBooking({ book: busy })
  await person.click(dialog.getByRole('button', { name: /^Book with Credits/ }))
  expect(await dialog.findByText('Asha already has a class at this time.')).toBeVisible()
})

it('missing credits are those of the child', async () => {
  const { dialog } = await openBooking({ profile: aProfile({ classCredits: 0, classCreditsExpiry: null }) })
  expect(dialog.getByText(/costs 1 credit and Asha has 0/)).toBeVisible()
})

async function openChange(name: RegExp) {
  startStudentApi({ active: [booking], slots: [aSlot({ _id: 'b', dateTime: '2026-11-25T08:00:00Z' })] })
  const view = render('/booking#activeclasses')
  await view.person.click(await screen.findByRole('button', { name }))
  return view
}
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

it('cancelling names the child', async () => {
  const { person } = await openChange(/^Cancel class/)
  const cancelled = { ...booking, bookingStatus: 'cancelled', cancelledBy: 'student' }
  server.use(
    http.post('*/cancel', () =>
      HttpResponse.json({
        success: true,
        booking: cancelled,
        outcome: 'credit_returned',
        refund: null,
        creditExpiresAt: null,
        message: '',
      }),
    ),
  )
  const dialog = await dialogNamed('Cancel Asha’s class?')
  expect(dialog.getByText(/for the teacher \(Kolkata\)/)).toBeVisible()
  await person.click(dialog.getByRole('button', { name: 'Cancel class' }))
  const result = await dialogNamed('Asha’s class is cancelled')
  expect(result.getByText(/^We’ve emailed you and the teacher/)).toBeVisible()
})

it('rescheduling names the child', async () => {
  const { person } = await openChange(/^Reschedule/)
  const moved = { ...booking, dateTime: '2026-11-25T08:00:00Z', endDateTime: '2026-11-25T09:00:00Z' }
  server.use(http.post('*/reschedule', () => HttpResponse.json({ success: true, booking: moved })))
  const targets = await dialogNamed('Reschedule Asha’s class')
  await person.click(await targets.findByRole('button', { name: /8:00 am Private/ }))
  const question = await dialogNamed('Move Asha’s class?')
  expect(question.getByText('We’ll email you and the teacher an updated invitation.')).toBeVisible()
  await person.click(question.getByRole('button', { name: 'Move the class' }))
  const result = await dialogNamed('Asha’s class has moved')
  expect(result.getByText('Asha’s class is now on Wed, 25 Nov at 8:00 am.')).toBeVisible()
  expect(result.getByText(/^We’ve emailed you and the teacher/)).toBeVisible()
})

it('a cancelled class says that the family or the teacher cancelled it', async () => {
  const cancelled = { ...booking, bookingStatus: 'cancelled' as const }
  startStudentApi({
    past: [
      { ...cancelled, cancelledBy: 'student' },
      { ...cancelled, _id: 'booking-2', cancelledBy: 'teacher' },
    ],
  })
  render('/booking#history')
  expect(await screen.findByText('by your family')).toBeVisible()
  expect(screen.getByText('by the teacher')).toBeVisible()
})

it('help and terms do not address the parent as the student', async () => {
  startStudentApi()
  const { person, container } = render('/booking#contactus')
  expect(await screen.findByText('Your message will say that it’s about Asha.')).toBeVisible()
  expect(container.textContent).not.toMatch(TO_STUDENT)
  await person.click(screen.getByRole('tab', { name: 'FAQs' }))
  await person.click(screen.getByRole('button', { name: 'Where do I find the teacher’s contact?' }))
  expect(container.textContent).not.toMatch(TO_STUDENT)
  await person.click(screen.getByRole('button', { name: 'Terms & Conditions' }))
  expect(await screen.findByText(/^A class that the teacher cancels/)).toBeVisible()
  expect(screen.queryByText('Referral programme')).toBeNull()
  expect(container.textContent).not.toMatch(TO_STUDENT)
})
