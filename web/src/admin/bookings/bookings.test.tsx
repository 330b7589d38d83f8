import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { me } from '@/admin/test/builders'
import { aMail, bookingDetails, details } from '@/admin/test/peopleBuilders'
import { answer, refusal, remember, renderAdmin } from '@/admin/test/renderAdmin'
import type { BookingDetails } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'
import { aBooking } from '@/test/builders'

const ONE = '*/api/admin/bookings/booking-1'
const FREE = ['2026-11-24T01:30:00Z', '2026-11-24T13:30:00Z', '2026-11-25T01:30:00Z']

beforeEach(async () => {
  remember('*/api/admin/login', () => ({ success: true, ...me() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
  answer('*/api/admin/people/student-1', () => details())
})

async function open(first: BookingDetails = bookingDetails()) {
  const now = { data: first }
  answer(ONE, () => now.data)
  const { person } = renderAdmin('/admin#bookings/booking-1')
  await screen.findByRole('heading', { level: 2, name: 'History' })
  return { person, now }
}

test('classes are searched by state and by day', async () => {
  const asked: string[] = []
  answer('*/api/admin/bookings', (url) => {
    asked.push(url.search)
    return url.searchParams.get('from') ? { items: [], next: null } : { items: [aBooking()], next: null }
  })
  const { person } = renderAdmin('/admin#bookings')
  const table = await screen.findByRole('table', { name: 'Bookings' })
  expect(within(table).getByText('7:00 am for the teacher (Kolkata)')).toBeVisible()
  expect(within(table).getByRole('link', { name: 'Meera Iyer' })).toHaveAttribute('href', '#people/student-1')
  await person.click(screen.getByRole('combobox', { name: 'State' }))
  await person.click(await screen.findByRole('option', { name: 'Booked' }))
  await person.type(screen.getByLabelText('From, in India'), '2026-11-23')
  await person.type(screen.getByLabelText('Until, in India'), '2026-11-24')
  expect(await screen.findByText('No classes found')).toBeVisible()
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toMatchObject({
      status: 'confirmed',
      // The whole of both days, by the clock in India.
      from: '2026-11-22T18:30:00Z',
      to: '2026-11-24T18:30:00Z',
    }),
  )
})

test('a class is shown on all clocks, with its mails', async () => {
  await open(
    bookingDetails({
      mails: [aMail(), aMail({ _id: 'mail-2', state: 'dead', finishedAt: null, error: '554' })],
    }),
  )
  expect(await screen.findByText('8:30 pm', { exact: false })).toBeVisible()
  expect(screen.getByText('7:00 am for Guru Padma Subramaniam (Kolkata)')).toBeVisible()
  const mails = screen.getByRole('table', { name: 'Mails' })
  expect(within(mails).getAllByText('Booked, to the student')).toHaveLength(2)
  expect(within(mails).getByText('Given up')).toBeVisible()
  expect(within(mails).getByText('554')).toBeVisible()
})

test('a class is moved to a free start, chosen on the student’s clock', async () => {
  const { person } = await open()
  answer(`${ONE}/starts`, () => ({ starts: FREE }))
  const acts = remember(`${ONE}/move`, () => bookingDetails())
  await person.click(screen.getByRole('button', { name: 'Move class' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move this class' })
  expect(await within(dialog).findByRole('combobox', { name: 'Day' })).toHaveValue('Mon, 23 Nov')
  expect(within(dialog).getByRole('combobox', { name: 'On whose clock' })).toHaveValue(
    'Meera Iyer (New York, GMT−5)',
  )
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Ill')
  await person.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(within(dialog).getByText('Please choose a start')).toBeVisible()
  expect(acts).toEqual([])
  await person.click(within(dialog).getByRole('combobox', { name: 'Start' }))
  await person.click(await screen.findByRole('option', { name: '8:30 pm' }))
  expect(within(dialog).getByRole('status')).toHaveTextContent('Mon, 23 Nov 2026, 8:30 pm New York, GMT−5')
  await person.click(within(dialog).getByRole('combobox', { name: 'On whose clock' }))
  await person.click(await screen.findByRole('option', { name: /^Guru Padma/ }))
  expect(within(dialog).getByRole('combobox', { name: 'Day' })).toHaveValue('Tue, 24 Nov')
  expect(within(dialog).getByRole('status')).toHaveTextContent('Tue, 24 Nov 2026, 7:00 am Kolkata, GMT+5:30')
  await person.click(within(dialog).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(acts.map(({ body }) => body)).toEqual([{ dateTime: FREE[0], reason: 'Ill' }]))
  expect(await screen.findByText('The class is moved')).toBeVisible()
})

test('a start that somebody else has taken meanwhile is said, and is gone from the choice', async () => {
  const { person } = await open()
  let free = FREE
  answer(`${ONE}/starts`, () => ({ starts: free }))
  remember(`${ONE}/move`, () => {
    free = FREE.slice(1)
    return refusal(409, 'slot_taken', { detail: 'This time is no longer free.' })
  })
  await person.click(screen.getByRole('button', { name: 'Move class' }))
  const dialog = await screen.findByRole('dialog')
  await person.click(await within(dialog).findByRole('combobox', { name: 'Start' }))
  await person.click(await screen.findByRole('option', { name: '8:30 pm' }))
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Ill')
  await person.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This time is no longer free.')
  await waitFor(() =>
    expect(within(dialog).getByRole('combobox', { name: 'Day' })).toHaveValue('Tue, 24 Nov'),
  )
  expect(within(dialog).getByRole('combobox', { name: 'Start' })).toHaveValue('')
})

test('a cancelled class can no longer be moved or cancelled, but its mails go out again', async () => {
  const cancelled = aBooking({
    bookingStatus: 'cancelled',
    cancelledAt: '2026-11-21T09:00:00Z',
    cancelledBy: 'admin',
  })
  const { person } = await open(bookingDetails({ booking: cancelled }))
  expect(screen.getByText('by an administrator')).toBeVisible()
  for (const name of ['Move class', 'Cancel class']) {
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  remember(`${ONE}/resend-mail`, () =>
    refusal(409, 'already_done', { detail: 'These mails are on their way already.' }),
  )
  await person.click(screen.getByRole('button', { name: 'Send mails again' }))
  const dialog = await screen.findByRole('dialog')
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Spam')
  await person.click(within(dialog).getByRole('button', { name: 'Send' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('These mails are on their way already.')
  expect(within(dialog).getByRole('button', { name: 'Send' })).toBeVisible()
})
