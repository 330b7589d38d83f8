import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { epochMs, setClock } from '@/lib/time'
import { problem, startApi } from '@/student/test/api'
import { renderArea } from '@/student/test/renderArea'
import { aBooking, aProfile, aSlot } from '@/test/builders'
import { server } from '@/test/server'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => {
  vi.useRealTimers()
  setClock()
})

const slots = [
  aSlot({ _id: 'a', dateTime: '2026-11-23T08:00:00Z', endDateTime: '2026-11-23T09:00:00Z' }),
  aSlot({ _id: 'b', dateTime: '2026-11-24T08:00:00Z', classTypeKey: 'Group', capacity: 10, seatsLeft: 3 }),
  aSlot({ _id: 'c', dateTime: '2026-12-02T08:00:00Z', classTypeKey: 'Duet', capacity: 2, seatsLeft: 1 }),
]
const noSlots = { slots: [] }
const groups = () => screen.findAllByRole('group', { name: /, \d+ Nov|, \d+ Dec/ })

describe('free classes', () => {
  it('stand under five days from the first free one, with type in words and colour', async () => {
    startApi({ slots })
    renderArea('/booking')
    const days = await groups()
    expect(days).toHaveLength(5)
    expect(days[0]).toHaveAccessibleName(/Mon, 23 Nov/)
    const first = await screen.findByRole('button', { name: /8:00 am Private/ })
    expect(first).toHaveAttribute('data-type', 'Private')
    expect(screen.getByRole('button', { name: /8:00 am Group · 3 seats left/ })).toBeVisible()
    expect(within(days[2] as HTMLElement).getByText('Try another date')).toBeVisible()
    expect(within(days[2] as HTMLElement).getByText('Use the calendar')).toBeVisible()
  })

  it('are a list of the chosen day on a narrow screen, with the way to the next free day', async () => {
    startApi({ slots })
    const { person } = renderArea('/booking', { wide: false })
    expect(await groups()).toHaveLength(1)
    await person.click(screen.getByRole('button', { name: 'Go to Tue, 24 Nov' }))
    expect(await screen.findByRole('button', { name: /Group/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Private/ })).toBeNull()
  })

  it('turn over by five days and never into the past', async () => {
    startApi({ slots })
    const { person } = renderArea('/booking')
    await groups()
    await person.click(screen.getByRole('button', { name: 'Later days' }))
    expect((await groups())[0]).toHaveAccessibleName(/Sat, 28 Nov/)
    expect(screen.getByRole('button', { name: /Duet/ })).toBeVisible()
    const earlier = screen.getByRole('button', { name: 'Earlier days' })
    await person.click(earlier)
    await person.click(earlier)
    expect((await groups())[0]).toHaveAccessibleName(/Fri, 20 Nov/)
    expect(earlier).toBeDisabled()
  })

  it('show the teacher’s clock beside one’s own where it differs', async () => {
    startApi({ slots })
    renderArea('/booking', { wide: false })
    expect(await screen.findByText('1:30 pm for your teacher (Kolkata)')).toBeVisible()
    expect(screen.getByText('Times are on your clock (UTC); below, your teacher’s (Kolkata).')).toBeVisible()
  })

  it('show one clock where both are the same', async () => {
    startApi({ slots, profile: aProfile({ teacher: { ...aProfile().teacher, timeZone: 'Africa/Accra' } }) })
    renderArea('/booking', { wide: false })
    await groups()
    expect(screen.queryByText(/for your teacher/)).toBeNull()
  })

  it('let arrow keys carry focus between days', async () => {
    startApi({ slots })
    const { person } = renderArea('/booking')
    const first = await screen.findByRole('button', { name: /Private/ })
    first.focus()
    await person.keyboard('{ArrowRight}')
    expect(screen.getByRole('button', { name: /Group/ })).toHaveFocus()
    await person.keyboard('{ArrowLeft}')
    expect(first).toHaveFocus()
    await person.keyboard('{ArrowDown}{ArrowUp}{ArrowLeft}')
    expect(first).toHaveFocus()
  })

  it('vanish without a reload when somebody else takes them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const api = startApi({ slots })
    renderArea('/booking')
    await screen.findByRole('button', { name: /Private/ })
    api.slots = slots.slice(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(() => expect(screen.queryByRole('button', { name: /Private/ })).toBeNull())
    expect(api.slotReads).toBe(2)
  })

  it('can be read again after a failure', async () => {
    startApi({ slots })
    server.use(
      http.get('*/api/teacher/:id/available-slots', () => problem(500, 'internal', 'Oh no.'), { once: true }),
    )
    const { person } = renderArea('/booking')
    expect(await screen.findByText('Failed to load available slots')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
  })
})

describe('where there is nothing', () => {
  it('says so in the words for wide screens', async () => {
    startApi(noSlots)
    renderArea('/booking')
    expect(await screen.findByText('Try another date')).toBeVisible()
    expect(screen.getByText('Use the calendar')).toBeVisible()
    expect(screen.getByText(/no free classes in the next four weeks/)).toBeVisible()
  })

  it('says so in the words for narrow screens', async () => {
    startApi(noSlots)
    renderArea('/booking', { wide: false })
    expect(await screen.findByText('No available slots for this day')).toBeVisible()
    expect(screen.getByText('Please select another date')).toBeVisible()
  })

  it('asks for a date when none is chosen', async () => {
    startApi({ slots })
    const { person } = renderArea('/booking')
    await groups()
    await person.click(screen.getByRole('button', { name: 'Monday 23 Nov 2026, 1 free class' }))
    expect(
      await screen.findByText('Please select a date from the calendar to see available slots'),
    ).toBeVisible()
  })

  it('leads from an empty stretch to the next free day', async () => {
    startApi({ slots: slots.slice(2) })
    const { person } = renderArea('/booking')
    await groups()
    await person.click(screen.getByRole('button', { name: 'Previous month' }))
    await person.click(screen.getByRole('button', { name: 'Saturday 21 Nov 2026' }))
    await person.click(await screen.findByRole('button', { name: 'Go to Wed, 2 Dec' }))
    expect(await screen.findByRole('button', { name: /Duet/ })).toBeVisible()
  })
})

describe('the calendar', () => {
  it('does not offer past days', async () => {
    startApi({ slots })
    renderArea('/booking')
    await groups()
    expect(screen.getByRole('button', { name: 'Thursday 19 Nov 2026' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Friday 20 Nov 2026' })).toBeEnabled()
  })
})

describe('the welcome', () => {
  it('greets by first name, names the teacher and tells of the two free months', async () => {
    startApi({ slots })
    renderArea('/booking')
    expect(await screen.findByText('Guru Padma Subramaniam')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Namaste, Meera' })).toBeVisible()
    expect(screen.getByText(/Tala is invite-only, and free of platform fees/)).toHaveTextContent(
      'For you that is until Thu, 31 Dec 2026, 9:00 am.',
    )
  })

  it('promises no free months any more once they are over', async () => {
    startApi({ slots, profile: aProfile({ feeWaivedUntil: '2026-11-20T09:00:00Z' }) })
    renderArea('/booking')
    expect(await screen.findByText('Guru Padma Subramaniam')).toBeVisible()
    expect(await screen.findByText('Tala is invite-only.')).toBeVisible()
    expect(screen.queryByText(/platform fees|For you that is/)).toBeNull()
  })

  it('shows the next class', async () => {
    startApi({ slots, active: [aBooking()] })
    renderArea('/booking')
    expect(await screen.findByText('Your next class')).toBeVisible()
    expect(screen.getByText(/Mon, 23 Nov, 1:30 am/)).toBeVisible()
  })
})

describe('the warning of expiry', () => {
  const withExpiry = (classCreditsExpiry: string, classCredits = 2) =>
    startApi({ slots, profile: aProfile({ classCreditsExpiry, classCredits }) })

  it('shows from seven days before', async () => {
    withExpiry('2026-11-27T09:00:00Z')
    renderArea('/booking')
    expect(
      await screen.findByText('Your class credits are expiring soon! You have 7 days left.'),
    ).toBeVisible()
    expect(screen.getByText(/The next ones go on Fri, 27 Nov 2026, 9:00 am\./)).toBeVisible()
  })

  it.each([
    ['2026-11-27T09:00:01Z', 2],
    ['2026-11-20T08:59:59Z', 2],
    ['2026-11-22T09:00:00Z', 0],
  ])('does not show for an expiry of %s with %s credits', async (expiry, credits) => {
    withExpiry(expiry, credits)
    renderArea('/booking')
    await screen.findByText('Guru Padma Subramaniam')
    expect(screen.queryByText(/expiring soon/)).toBeNull()
  })
})

describe('an invite code in the address', () => {
  it('of the own teacher narrows the list and needs no words', async () => {
    const api = startApi({ slots, invitedBy: { _id: 'teacher-1', name: 'Guru Padma Subramaniam' } })
    renderArea('/booking?ref=TCH-ABC-1234')
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show all my classes' })).toBeNull()
    expect(api.slotReads).toBe(0)
  })

  it('of another teacher says so and offers the way back', async () => {
    startApi({ slots, invitedBy: { _id: 'teacher-2', name: 'Leela Rao' } })
    const { person } = renderArea('/booking?ref=TCH-ABC-1234')
    expect(await screen.findByText(/That link belongs to Leela Rao/)).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Show all my classes' }))
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
    expect(window.location.search).toBe('')
  })

  it('that nobody knows is said, and hides nothing', async () => {
    startApi({ slots })
    renderArea('/booking?ref=NOPE')
    expect(await screen.findByText(/We do not know the invite code NOPE/)).toBeVisible()
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
  })
})
