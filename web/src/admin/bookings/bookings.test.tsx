import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { aMail, someBookingDetails, somePersonDetails } from '@/admin/test/peopleBuilders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminBookingDetails } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'
import { aBooking } from '@/test/builders'

const BOOKING_URL = '*/api/admin/bookings/booking-1'
const FREE_STARTS = ['2026-11-24T01:30:00Z', '2026-11-24T13:30:00Z', '2026-11-25T01:30:00Z']
const FREE_SLOTS = FREE_STARTS.map((dateTime) => ({ dateTime, classTypeKey: 'Private' }))

beforeEach(async () => {
  recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
  respondToGet('*/api/admin/people/student-1', () => somePersonDetails())
})

async function open(first: AdminBookingDetails = someBookingDetails()) {
  const now = { data: first }
  respondToGet(BOOKING_URL, () => now.data)
  const { person } = renderAdmin('/admin#bookings/booking-1')
  await screen.findByRole('heading', { level: 2, name: 'History' })
  return { person, now }
}

test('bookings can be filtered by state and day', async () => {
  const requestedUrls: string[] = []
  respondToGet('*/api/admin/bookings', (url) => {
    requestedUrls.push(url.search)
    return url.searchParams.get('from') ? { items: [], next: null } : { items: [aBooking()], next: null }
  })
  const { person } = renderAdmin('/admin#bookings')
  const table = await screen.findByRole('table', { name: 'Bookings' })
  expect(within(table).getByText('7:00 am for the teacher (Kolkata)')).toBeVisible()
  expect(within(table).getByRole('link', { name: 'Meera Iyer' })).toHaveAttribute('href', '#people/student-1')
  await person.click(screen.getByRole('combobox', { name: 'Status' }))
  await person.click(await screen.findByRole('option', { name: 'Booked' }))
  await person.type(screen.getByLabelText('From (IST)'), '2026-11-23')
  await person.type(screen.getByLabelText('To (IST)'), '2026-11-24')
  expect(await screen.findByText('No classes found')).toBeVisible()
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(requestedUrls.at(-1)))).toMatchObject({
      status: 'confirmed',
      // Both days in full, in India's zone.
      from: '2026-11-22T18:30:00Z',
      to: '2026-11-24T18:30:00Z',
    }),
  )
})

test('bookings are sorted by a press on a column, and the URL keeps the order', async () => {
  const requestedUrls: string[] = []
  respondToGet('*/api/admin/bookings', (url) => {
    requestedUrls.push(url.search)
    return { items: [aBooking()], next: null, total: { count: 1204, isCapped: false } }
  })
  const { person } = renderAdmin('/admin#bookings?status=completed')
  const table = await screen.findByRole('table', { name: 'Bookings' })
  expect(screen.getByText('1,204 bookings')).toBeVisible()
  const head = (name: string) => within(table).getByRole('columnheader', { name })
  expect(head('Class')).toHaveAttribute('aria-sort', 'descending')
  expect(head('Booked')).not.toHaveAttribute('aria-sort')
  await person.click(within(table).getByRole('button', { name: 'Booked' }))
  await waitFor(() => expect(head('Booked')).toHaveAttribute('aria-sort', 'descending'))
  expect(head('Class')).not.toHaveAttribute('aria-sort')
  await waitFor(() => expect(window.location.hash).toBe('#bookings?status=completed&sort=-createdAt'))
  await person.click(within(table).getByRole('button', { name: 'Booked' }))
  await waitFor(() => expect(head('Booked')).toHaveAttribute('aria-sort', 'ascending'))
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(requestedUrls.at(-1)))).toMatchObject({
      status: 'completed',
      sort: 'createdAt',
    }),
  )
})

test('cards are sorted with a select, and the export has the same order', async () => {
  const requestedUrls: string[] = []
  respondToGet('*/api/admin/bookings', () => ({
    items: [aBooking()],
    next: null,
    total: { count: 10_000, isCapped: true },
  }))
  respondToGet('*/api/admin/bookings.csv', (url) => {
    requestedUrls.push(url.search)
    return new Response('Code')
  })
  URL.createObjectURL = () => 'blob:file'
  const { person } = renderAdmin('/admin#bookings?sort=-createdAt&q=meera', { wide: false })
  expect(await screen.findByText('10,000+ bookings')).toBeVisible()
  const select = screen.getByRole('combobox', { name: 'Sort by' })
  expect(select).toHaveValue('Booked, latest first')
  await person.click(select)
  await person.click(await screen.findByRole('option', { name: 'Class, earliest first' }))
  await waitFor(() => expect(window.location.hash).toBe('#bookings?q=meera&sort=dateTime'))
  await person.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(requestedUrls).toEqual(['?q=meera&sort=dateTime']))
})

test('a booking shows all local times and its mails', async () => {
  await open(
    someBookingDetails({
      mails: [aMail(), aMail({ _id: 'mail-2', state: 'dead', finishedAt: null, error: '554' })],
    }),
  )
  expect(await screen.findByText('8:30 pm', { exact: false })).toBeVisible()
  expect(screen.getByText('7:00 am for Guru Padma Subramaniam (Kolkata)')).toBeVisible()
  const mails = screen.getByRole('table', { name: 'Emails' })
  expect(within(mails).getAllByText('Booked, to the student')).toHaveLength(2)
  expect(within(mails).getByText('Failed')).toBeVisible()
  expect(within(mails).getByText('554')).toBeVisible()
})

test('a booking is rescheduled to a free slot, selected in the student’s local time', async () => {
  const { person } = await open()
  respondToGet(`${BOOKING_URL}/available-slots`, () => ({ slots: FREE_SLOTS }))
  const requests = recordPosts(`${BOOKING_URL}/reschedule`, () => someBookingDetails())
  await person.click(screen.getByRole('button', { name: 'Move class' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move this class' })
  expect(await within(dialog).findByRole('combobox', { name: 'Day' })).toHaveValue('Mon, 23 Nov')
  expect(within(dialog).getByRole('combobox', { name: 'Show times for' })).toHaveValue(
    'Meera Iyer (New York, GMT−5)',
  )
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Ill')
  await person.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(within(dialog).getByText('Choose a time')).toBeVisible()
  expect(requests).toEqual([])
  await person.click(within(dialog).getByRole('combobox', { name: 'Time' }))
  await person.click(await screen.findByRole('option', { name: '8:30 pm · Private' }))
  expect(within(dialog).getByRole('status')).toHaveTextContent('Mon, 23 Nov 2026, 8:30 pm New York, GMT−5')
  await person.click(within(dialog).getByRole('combobox', { name: 'Show times for' }))
  await person.click(await screen.findByRole('option', { name: /^Guru Padma/ }))
  expect(within(dialog).getByRole('combobox', { name: 'Day' })).toHaveValue('Tue, 24 Nov')
  expect(within(dialog).getByRole('status')).toHaveTextContent('Tue, 24 Nov 2026, 7:00 am Kolkata, GMT+5:30')
  await person.click(within(dialog).getByRole('button', { name: 'Move' }))
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([{ dateTime: FREE_STARTS[0], reason: 'Ill' }]),
  )
  expect(await screen.findByText('Class moved')).toBeVisible()
})

test('a seat that becomes a class of another type comes with a warning', async () => {
  const { person } = await open(someBookingDetails({ booking: aBooking({ classTypeKey: 'Group' }) }))
  respondToGet(`${BOOKING_URL}/available-slots`, () => ({ slots: FREE_SLOTS }))
  await person.click(screen.getByRole('button', { name: 'Move class' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move this class' })
  await person.click(await within(dialog).findByRole('combobox', { name: 'Time' }))
  await person.click(await screen.findByRole('option', { name: '8:30 pm · Private' }))
  expect(within(dialog).getByText(/^The type changes from Group to Private\./)).toBeVisible()
})

test('one seat of a group class is cancelled, not the class', async () => {
  const { person } = await open(someBookingDetails({ booking: aBooking({ classTypeKey: 'Group' }) }))
  await person.click(screen.getByRole('button', { name: 'Cancel seat' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this student’s seat?' })
  expect(within(dialog).getByText(/^The class and other seats stay as they are/)).toBeVisible()
})

test('a slot that was taken shows an error and disappears from the choice', async () => {
  const { person } = await open()
  let free = FREE_SLOTS
  respondToGet(`${BOOKING_URL}/available-slots`, () => ({ slots: free }))
  recordPosts(`${BOOKING_URL}/reschedule`, () => {
    free = FREE_SLOTS.slice(1)
    return adminErrorResponse(409, 'slot_taken', { detail: 'This time is no longer free.' })
  })
  await person.click(screen.getByRole('button', { name: 'Move class' }))
  const dialog = await screen.findByRole('dialog')
  await person.click(await within(dialog).findByRole('combobox', { name: 'Time' }))
  await person.click(await screen.findByRole('option', { name: '8:30 pm · Private' }))
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Ill')
  await person.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This time is no longer free.')
  await waitFor(() =>
    expect(within(dialog).getByRole('combobox', { name: 'Day' })).toHaveValue('Tue, 24 Nov'),
  )
  expect(within(dialog).getByRole('combobox', { name: 'Time' })).toHaveValue('')
})

test('a cancelled booking cannot be rescheduled or cancelled, but its mails can be sent again', async () => {
  const cancelled = aBooking({
    bookingStatus: 'cancelled',
    cancelledAt: '2026-11-21T09:00:00Z',
    cancelledBy: 'admin',
  })
  const { person } = await open(someBookingDetails({ booking: cancelled }))
  expect(screen.getByText('by an administrator')).toBeVisible()
  for (const name of ['Move class', 'Cancel class']) {
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  recordPosts(`${BOOKING_URL}/resend-mail`, () =>
    adminErrorResponse(409, 'already_processed', { detail: 'These mails are on their way already.' }),
  )
  await person.click(screen.getByRole('button', { name: 'Send emails again' }))
  const dialog = await screen.findByRole('dialog')
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Spam')
  await person.click(within(dialog).getByRole('button', { name: 'Send' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('These mails are on their way already.')
  expect(within(dialog).getByRole('button', { name: 'Send' })).toBeVisible()
})
