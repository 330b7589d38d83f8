import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem, startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aProfile } from '@/test/builders'
import { server } from '@/test/server'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

const lot = {
  _id: 'lot-1',
  origin: 'granted' as const,
  total: 4,
  remaining: 3,
  expiresAt: '2026-12-20T09:00:00Z',
  createdAt: '2026-11-01T09:00:00Z',
  expired: false,
  teacherName: 'Guru Padma Subramaniam',
}
const entry = {
  _id: 'entry-1',
  at: '2026-11-01T09:00:00Z',
  kind: 'granted' as const,
  credits: 4,
  lotId: 'lot-1',
  bookingId: null,
  classDateTime: null,
}

it('shows the balance, its expiry, the usable lots and all transactions', async () => {
  const spent = { ...lot, _id: 'lot-2', remaining: 0 }
  const expired = { ...lot, _id: 'lot-3', expired: true, expiresAt: '2026-11-10T09:00:00Z' }
  const expiresSooner = { ...lot, _id: 'lot-4', remaining: 1, total: 1, expiresAt: '2026-11-28T09:00:00Z' }
  startStudentApi({
    profile: aProfile({ classCreditsExpiry: expiresSooner.expiresAt }),
    history: { lots: [lot, spent, expired, expiresSooner], entries: [entry] },
  })
  renderStudentArea('/booking#account')
  expect(await screen.findByText('4 Classes Remaining')).toBeVisible()
  expect(screen.getByText('The first expires on')).toHaveTextContent('Sat, 28 Nov 2026, 9:00 am')
  expect(screen.getByText('Expires on Sun, 20 Dec 2026, 9:00 am')).toBeVisible()
  expect(screen.getAllByText(/of \d left/).map((words) => words.textContent)).toEqual([
    '1 of 1 left',
    '3 of 4 left',
  ])
  const history = screen.getByRole('table', { name: 'Credit history' })
  expect(within(history).getByRole('cell', { name: '4 credits received' })).toBeVisible()
  expect(within(history).getByRole('cell', { name: '+4' })).toBeVisible()
})

it('shows that there are no credits and offers no packages without payments', async () => {
  startStudentApi({ profile: aProfile({ classCredits: 0, classCreditsExpiry: null }) })
  renderStudentArea('/booking#account')
  expect(await screen.findByText('0 Classes Remaining')).toBeVisible()
  expect(screen.queryByText('Expires on')).toBeNull()
  expect(screen.getByText('No credit history yet.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /buy/i })).toBeNull()
})

const friend = { _id: 'friend-1', name: 'Kavya', createdAt: '2026-11-19T09:00:00Z', grantedAt: null }

it('offers the teacher’s invite link to copy or to send by WhatsApp', async () => {
  startStudentApi()
  const { person } = renderStudentArea('/booking#account')
  const link = 'http://localhost:3000/t/TCH-PAD-2345'
  expect(await screen.findByText(link)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('Link copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link)
  const whatsapp = screen.getByRole('link', { name: 'Share on WhatsApp' })
  expect(new URL(whatsapp.getAttribute('href') ?? '').searchParams.get('text')).toContain(link)
})

it('lists referred friends and their state', async () => {
  const granted = { ...friend, _id: 'friend-2', name: 'Asha', grantedAt: '2026-11-20T08:00:00Z' }
  startStudentApi({ friends: [friend, granted] })
  renderStudentArea('/booking#account')
  const list = await screen.findByRole('table', { name: 'Friends you’ve invited' })
  expect(within(list).getByRole('row', { name: /^Kavya/ })).toHaveTextContent('After their first class')
  expect(within(list).getByRole('row', { name: /^Asha/ })).toHaveTextContent('Received on Fri, 20 Nov 2026')
})

it('lists a friend who was referred while the list was loading', async () => {
  startStudentApi({ friends: [friend] })
  let answerFirst = () => {}
  const first = new Promise<Response>((resolve) => {
    answerFirst = () => resolve(HttpResponse.json({ referrals: [] }))
  })
  server.use(
    http.get('*/api/referrals', () => first, { once: true }),
    http.post('*/api/referrals', () => HttpResponse.json({}, { status: 202 })),
  )
  const { person } = renderStudentArea('/booking#account')
  await person.type(await screen.findByRole('textbox', { name: /friend’s name/ }), 'Kavya')
  await person.type(screen.getByRole('textbox', { name: /friend’s email/ }), 'kavya@example.com')
  await person.click(screen.getByRole('button', { name: 'Add friend' }))
  await screen.findByText(/^Thank you! If your friend is new here/)
  answerFirst()
  const list = await screen.findByRole('table', { name: 'Friends you’ve invited' })
  expect(within(list).getByRole('row', { name: /^Kavya/ })).toBeVisible()
})

it('shows that too many friends are waiting instead of a rate limit message', async () => {
  const waiting = Array.from({ length: 20 }, (_, index) => ({ ...friend, _id: `friend-${index}` }))
  startStudentApi({ friends: waiting })
  server.use(http.post('*/api/referrals', () => problem(429, 'too_many_requests', 'Too many.')))
  const { person } = renderStudentArea('/booking#account')
  await person.type(await screen.findByRole('textbox', { name: /friend’s name/ }), 'Mina')
  await person.type(screen.getByRole('textbox', { name: /friend’s email/ }), 'mina@example.com')
  await screen.findByRole('table', { name: 'Friends you’ve invited' })
  await person.click(screen.getByRole('button', { name: 'Add friend' }))
  expect(await screen.findByText(/^You have 20 friends waiting/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: /friend’s name/ })).toHaveValue('Mina')
})

it('shows an error with a retry button', async () => {
  startStudentApi()
  server.use(http.get('*/api/credit-history', () => problem(500, 'internal', 'Oh no.'), { once: true }))
  const { person } = renderStudentArea('/booking#account')
  expect(await screen.findByText('We couldn’t load your credits.')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('4 Classes Remaining')).toBeVisible()
})
