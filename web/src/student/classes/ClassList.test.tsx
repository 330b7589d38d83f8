import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem, startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aBooking } from '@/test/builders'
import { aPolicy } from '@/test/moneyBuilders'
import { server } from '@/test/server'

const CLASS_TIME = { dateTime: '2026-11-20T10:00:00Z', endDateTime: '2026-11-20T11:00:00Z' }
const setTime = (iso: string) => setClock(() => epochMs(iso))
beforeEach(() => setTime('2026-11-20T09:00:00Z'))

async function onlyRow() {
  const table = await screen.findByRole('table', { name: 'Active Classes' })
  return within(table)
}

it('the table has the columns of the specification', async () => {
  startStudentApi({ active: [aBooking(CLASS_TIME)] })
  renderStudentArea('/booking#activeclasses')
  const row = await onlyRow()
  expect(row.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Class Date',
    'Class Time',
    'Meeting Link',
    'Credit Cost',
    'Booking Status',
    'Booking Date',
    'Change',
  ])
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'Fri, 20 Nov 2026PrivateGuru Padma SubramaniamBooking code 4F2A-91C3',
    '10:00 am UTC3:30 pm Kolkata',
    'Join Meeting, Fri, 20 Nov 10:00 amAdd to calendar, Fri, 20 Nov 10:00 am',
    '1',
    'Confirmed',
    'Fri, 20 Nov 2026',
    '–',
  ])
})

it.each([
  [1022.98, 'Paid: ₹1,022.98'],
  [0, 'Free'],
])('%# the amount paid for a class is shown without fetching its order', async (charged, words) => {
  startStudentApi({ active: [aBooking({ ...CLASS_TIME, creditsUsed: 0, orderId: 'order-1', charged })] })
  renderStudentArea('/booking#activeclasses')
  expect(await (await onlyRow()).findByRole('cell', { name: words })).toBeVisible()
})

it('a card names credits only for a class booked with credits', async () => {
  const paid = aBooking({ bookingStatus: 'cancelled', creditsUsed: 0, orderId: 'order-1', charged: 1022.98 })
  startStudentApi({ past: [paid, aBooking({ _id: 'booking-2', bookingStatus: 'completed' })] })
  renderStudentArea('/booking#history', { wide: false })
  const cards = within(await screen.findByRole('list', { name: 'Past Classes' }))
  expect(cards.getByText('Paid: ₹1,022.98').previousElementSibling).toHaveTextContent('Price')
  expect(cards.getByText('Credit Cost').nextElementSibling).toHaveTextContent('1')
  const status = cards.getByText('Cancelled').closest('.mantine-Badge-root')
  expect(status).not.toHaveStyle({ textDecoration: 'line-through' })
})

it('the policy is shown while a class can be cancelled', async () => {
  startStudentApi({ active: [aBooking({ policy: aPolicy() })] })
  renderStudentArea('/booking#activeclasses')
  expect(await (await onlyRow()).findByText('Full refund until Sun, 22 Nov, 8:00 pm')).toBeVisible()
})

it.each([
  ['2026-11-20T09:49:59Z', false],
  ['2026-11-20T09:50:00Z', true],
  ['2026-11-20T10:59:59Z', true],
])('at %s the link is a button: %s', async (now, open) => {
  setTime(now)
  startStudentApi({ active: [aBooking(CLASS_TIME)] })
  renderStudentArea('/booking#activeclasses')
  const link = (await onlyRow()).getByRole('link', { name: /Join Meeting/ })
  expect(link.classList.contains('mantine-Button-root')).toBe(open)
  expect(link).toHaveAttribute('href', 'https://meet.google.com/abc-defg-hij')
})

it.each([
  [
    'a class that is over',
    { ...CLASS_TIME, dateTime: '2026-11-20T07:00:00Z', endDateTime: '2026-11-20T08:00:00Z' },
  ],
  ['a class without a link', { ...CLASS_TIME, googleMeetLink: null }],
  ['a link that is no web address', { ...CLASS_TIME, googleMeetLink: 'javascript:alert(1)' }],
])('there is no link for %s', async (_, overrides) => {
  startStudentApi({ active: [aBooking(overrides)] })
  renderStudentArea('/booking#activeclasses')
  expect((await onlyRow()).queryByRole('link')).toBeNull()
})

it('an unreadable date is shown as Invalid Date', async () => {
  startStudentApi({ active: [aBooking({ dateTime: 'soon' })] })
  renderStudentArea('/booking#activeclasses')
  expect((await onlyRow()).getAllByText('Invalid Date').length).toBeGreaterThan(0)
})

it('an error is shown instead of an empty table', async () => {
  startStudentApi({ active: [aBooking(CLASS_TIME)] })
  server.use(http.get('*/api/active-classes', () => problem(500, 'internal', 'Oh no.'), { once: true }))
  const { person } = renderStudentArea('/booking#activeclasses')
  expect(await screen.findByText('We couldn’t load your classes.')).toBeVisible()
  expect(screen.queryByText('No active classes found')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await onlyRow()).toBeTruthy()
})

it('a narrow screen shows cards', async () => {
  startStudentApi({ active: [aBooking(CLASS_TIME)] })
  renderStudentArea('/booking#activeclasses', { wide: false })
  const list = await screen.findByRole('list', { name: 'Active Classes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('table')).toBeNull()
})

it('a narrow screen shows cards with date and Join first', async () => {
  startStudentApi({ active: [aBooking({ ...CLASS_TIME, policy: aPolicy() })] })
  renderStudentArea('/booking#activeclasses', { wide: false })
  const card = within(await screen.findByRole('listitem'))
  expect(card.getByText('20 Nov')).toBeVisible()
  expect(card.getByText('10:00–11:00 am')).toBeVisible()
  expect(card.getByRole('link', { name: /^Join Meeting/ })).toBeVisible()
  expect(card.getByText('1 credit')).toBeVisible()
  expect(card.queryByText('Booking Date')).toBeNull()
})

it('the card of a class paid with money shows the amount and the receipt', async () => {
  startStudentApi({ active: [aBooking({ creditsUsed: 0, orderId: 'order-1', charged: 1022.98 })] })
  renderStudentArea('/booking#activeclasses', { wide: false })
  const card = within(await screen.findByRole('listitem'))
  expect(card.getByText('Paid: ₹1,022.98')).toBeVisible()
  expect(card.getByRole('link', { name: 'Receipt for Mon, 23 Nov, 1:30 am' })).toBeVisible()
})
