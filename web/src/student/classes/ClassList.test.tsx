import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { epochMs, setClock } from '@/lib/time'
import { problem, startApi } from '@/student/test/api'
import { renderArea } from '@/student/test/renderArea'
import { aBooking } from '@/test/builders'
import { aPolicy } from '@/test/moneyBuilders'
import { server } from '@/test/server'

const HOUR = { dateTime: '2026-11-20T10:00:00Z', endDateTime: '2026-11-20T11:00:00Z' }
const at = (iso: string) => setClock(() => epochMs(iso))
beforeEach(() => at('2026-11-20T09:00:00Z'))

async function onlyRow() {
  const table = await screen.findByRole('table', { name: 'Active Classes' })
  return within(table)
}

it('has the columns of the specification', async () => {
  startApi({ active: [aBooking(HOUR)] })
  renderArea('/booking#activeclasses')
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
    'Fri, 20 Nov 2026Guru Padma Subramaniam',
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
])(
  '%# says what was paid for a class that cost money, without asking for its order',
  async (charged, words) => {
    startApi({ active: [aBooking({ ...HOUR, creditsUsed: 0, orderId: 'order-1', charged })] })
    renderArea('/booking#activeclasses')
    expect(await (await onlyRow()).findByRole('cell', { name: words })).toBeVisible()
  },
)

it('carries the promise for as long as a class can be cancelled', async () => {
  const policy = aPolicy()
  startApi({ active: [aBooking({ policy })] })
  renderArea('/booking#activeclasses')
  expect(await (await onlyRow()).findByText(policy.sentence)).toBeVisible()
})

it.each([
  ['2026-11-20T09:49:59Z', false],
  ['2026-11-20T09:50:00Z', true],
  ['2026-11-20T10:59:59Z', true],
])('at %s the link stands out: %s', async (now, open) => {
  at(now)
  startApi({ active: [aBooking(HOUR)] })
  renderArea('/booking#activeclasses')
  const link = (await onlyRow()).getByRole('link', { name: /Join Meeting/ })
  expect(link.classList.contains('mantine-Button-root')).toBe(open)
  expect(link).toHaveAttribute('href', 'https://meet.google.com/abc-defg-hij')
})

it.each([
  [
    'a class that is over',
    { ...HOUR, dateTime: '2026-11-20T07:00:00Z', endDateTime: '2026-11-20T08:00:00Z' },
  ],
  ['a class without a link', { ...HOUR, googleMeetLink: null }],
  ['a link that is no web address', { ...HOUR, googleMeetLink: 'javascript:alert(1)' }],
])('has no link for %s', async (_, over) => {
  startApi({ active: [aBooking(over)] })
  renderArea('/booking#activeclasses')
  expect((await onlyRow()).queryByRole('link')).toBeNull()
})

it('shows Invalid Date for a date that cannot be read', async () => {
  startApi({ active: [aBooking({ dateTime: 'soon' })] })
  renderArea('/booking#activeclasses')
  expect((await onlyRow()).getAllByText('Invalid Date').length).toBeGreaterThan(0)
})

it('never shows an empty table in place of an error', async () => {
  startApi({ active: [aBooking(HOUR)] })
  server.use(http.get('*/api/active-classes', () => problem(500, 'internal', 'Oh no.'), { once: true }))
  const { person } = renderArea('/booking#activeclasses')
  expect(await screen.findByText('We could not load your classes.')).toBeVisible()
  expect(screen.queryByText('No active classes found')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await onlyRow()).toBeTruthy()
})

it('shows cards on a narrow screen', async () => {
  startApi({ active: [aBooking(HOUR)] })
  renderArea('/booking#activeclasses', { wide: false })
  const list = await screen.findByRole('list', { name: 'Active Classes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('table')).toBeNull()
})
