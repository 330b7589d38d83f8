import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem, startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
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

describe('free slots', () => {
  it('are shown under five days from the first free one, with type in text and colour', async () => {
    startStudentApi({ slots })
    renderStudentArea('/booking')
    const days = await groups()
    expect(days).toHaveLength(5)
    expect(days[0]).toHaveAccessibleName(/Mon, 23 Nov/)
    const first = await screen.findByRole('button', { name: /8:00 am Private/ })
    expect(first).toHaveAttribute('data-type', 'Private')
    expect(screen.getByRole('button', { name: /8:00 am Group · 3 seats left/ })).toBeVisible()
    expect(within(days[2] as HTMLElement).getByText('Try another date')).toBeVisible()
    expect(within(days[2] as HTMLElement).getByText('Use the calendar')).toBeVisible()
  })

  it('are a list of one day on a narrow screen, with a link to the next free day', async () => {
    startStudentApi({ slots })
    const { person } = renderStudentArea('/booking', { wide: false })
    expect(await groups()).toHaveLength(1)
    await person.click(screen.getByRole('button', { name: 'Go to Tue, 24 Nov' }))
    expect(await screen.findByRole('button', { name: /Group/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Private/ })).toBeNull()
  })

  it('page by five days and never into the past', async () => {
    startStudentApi({ slots })
    const { person } = renderStudentArea('/booking')
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

  it('show the teacher’s time if it differs', async () => {
    startStudentApi({ slots })
    renderStudentArea('/booking', { wide: false })
    expect(await screen.findByText('1:30 pm for your teacher (Kolkata)')).toBeVisible()
    expect(screen.getByText('Times shown in UTC. Your teacher’s time is below each one.')).toBeVisible()
  })

  it('show one time if both zones agree', async () => {
    startStudentApi({
      slots,
      profile: aProfile({ teacher: { ...aProfile().teacher, timeZone: 'Africa/Accra' } }),
    })
    renderStudentArea('/booking', { wide: false })
    await groups()
    expect(screen.queryByText(/for your teacher/)).toBeNull()
  })

  it('are grouped by part of the day', async () => {
    startStudentApi({
      slots: [2, 5, 13, 18].map((hour) =>
        aSlot({ _id: `at-${hour}`, dateTime: `2026-11-23T${String(hour).padStart(2, '0')}:00:00Z` }),
      ),
    })
    renderStudentArea('/booking', { wide: false })
    await groups()
    expect(screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent)).toEqual([
      'Early morning',
      'Morning',
      'Afternoon',
      'Evening',
    ])
  })

  it('end with the booking window', async () => {
    startStudentApi({ slots: slots.slice(0, 1) })
    const { person } = renderStudentArea('/booking')
    await groups()
    const later = screen.getByRole('button', { name: 'Later days' })
    for (let page = 0; page < 5; page += 1) await person.click(later)
    expect(later).toBeDisabled()
    expect(screen.getByText('You can book classes up to Fri, 18 Dec.')).toBeVisible()
  })

  it('of a narrow screen have a week of days above them', async () => {
    startStudentApi({ slots })
    const { person } = renderStudentArea('/booking', { wide: false })
    await groups()
    const week = screen.getByRole('group', { name: 'Choose a date' })
    expect(within(week).getAllByRole('button')).toHaveLength(9)
    await person.click(within(week).getByRole('button', { name: 'Tuesday 24 Nov 2026, 1 open time' }))
    expect(await screen.findByRole('button', { name: /Group/ })).toBeVisible()
    await person.click(within(week).getByRole('button', { name: 'Next week' }))
    expect(await screen.findByRole('button', { name: /Duet/ })).toBeVisible()
  })

  it('can be navigated with arrow keys', async () => {
    startStudentApi({ slots })
    const { person } = renderStudentArea('/booking')
    const first = await screen.findByRole('button', { name: /Private/ })
    first.focus()
    await person.keyboard('{ArrowRight}')
    expect(screen.getByRole('button', { name: /Group/ })).toHaveFocus()
    await person.keyboard('{ArrowLeft}')
    expect(first).toHaveFocus()
    await person.keyboard('{ArrowDown}{ArrowUp}{ArrowLeft}')
    expect(first).toHaveFocus()
  })

  it('disappear without a reload when others take them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const api = startStudentApi({ slots })
    renderStudentArea('/booking')
    await screen.findByRole('button', { name: /Private/ })
    api.slots = slots.slice(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(() => expect(screen.queryByRole('button', { name: /Private/ })).toBeNull())
    expect(api.slotReads).toBe(2)
  })

  it('can be requested again after a failure', async () => {
    startStudentApi({ slots })
    server.use(
      http.get('*/api/teacher/:id/available-slots', () => problem(500, 'internal', 'Oh no.'), { once: true }),
    )
    const { person } = renderStudentArea('/booking')
    expect(await screen.findByText('Failed to load available slots')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
  })
})

describe('a suspended teacher', () => {
  it('is named instead of an error', async () => {
    startStudentApi({ slots })
    server.use(
      http.get('*/api/teacher/:id/available-slots', () =>
        problem(404, 'teacher_not_found', 'No such teacher.'),
      ),
    )
    renderStudentArea('/booking')
    expect(await screen.findByText('Guru is not taking bookings at the moment.')).toBeVisible()
    expect(screen.getByText('Your credits are safe.')).toBeVisible()
    expect(screen.queryByText('Failed to load available slots')).toBeNull()
  })
})

describe('empty states', () => {
  it('use the text for wide screens', async () => {
    startStudentApi(noSlots)
    renderStudentArea('/booking')
    expect(await screen.findByText('Try another date')).toBeVisible()
    expect(screen.getByText('Use the calendar')).toBeVisible()
    expect(screen.getByText(/no open times in the next four weeks/)).toBeVisible()
  })

  it('use the text for narrow screens', async () => {
    startStudentApi(noSlots)
    renderStudentArea('/booking', { wide: false })
    expect(await screen.findByText('No available slots for this day')).toBeVisible()
    expect(screen.getByText('Please select another date')).toBeVisible()
  })

  it('ask for a date when none is selected', async () => {
    startStudentApi({ slots })
    const { person } = renderStudentArea('/booking')
    await groups()
    await person.click(screen.getByRole('button', { name: 'Monday 23 Nov 2026, 1 open time' }))
    expect(
      await screen.findByText('Please select a date from the calendar to see available slots'),
    ).toBeVisible()
  })

  it('offer the next free day', async () => {
    startStudentApi({ slots: slots.slice(2) })
    const { person } = renderStudentArea('/booking')
    await groups()
    await person.click(screen.getByRole('button', { name: 'Previous month' }))
    await person.click(screen.getByRole('button', { name: 'Saturday 21 Nov 2026' }))
    await person.click(await screen.findByRole('button', { name: 'Go to Wed, 2 Dec' }))
    expect(await screen.findByRole('button', { name: /Duet/ })).toBeVisible()
  })
})

describe('calendar', () => {
  it('does not offer past days', async () => {
    startStudentApi({ slots })
    renderStudentArea('/booking')
    await groups()
    expect(screen.getByRole('button', { name: 'Thursday 19 Nov 2026' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Friday 20 Nov 2026' })).toBeEnabled()
  })
})

describe('welcome panel', () => {
  it('greets a new student, names the teacher and mentions invitation, fee and benefits', async () => {
    startStudentApi({ slots, profile: aProfile({ joinedAt: '2026-11-18T09:00:00Z' }) })
    renderStudentArea('/booking')
    expect(await screen.findByText('Guru Padma Subramaniam')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Namaste, Meera' })).toBeVisible()
    expect(screen.getByText('Tala is invite-only. No platform fee until Thu, 31 Dec 2026.')).toBeVisible()
    expect(screen.getByText('What’s included')).toBeVisible()
    expect(screen.getAllByRole('link', { name: '4 credits' })[0]).toHaveAttribute('href', '#account')
  })

  it('does not mention the fee after these months', async () => {
    startStudentApi({ slots, profile: aProfile({ feeWaivedUntil: '2026-11-20T09:00:00Z' }) })
    renderStudentArea('/booking')
    expect(await screen.findByText('Guru Padma Subramaniam')).toBeVisible()
    expect(screen.queryByText(/No platform fee/)).toBeNull()
  })

  it('shows the next class', async () => {
    startStudentApi({ slots, active: [aBooking()] })
    renderStudentArea('/booking')
    expect(await screen.findByText('Your next class')).toBeVisible()
    expect(screen.getByText(/Mon, 23 Nov, 1:30 am/)).toBeVisible()
    expect(screen.queryByText('What’s included')).toBeNull()
  })
})

describe('expiry warning', () => {
  const withExpiry = (classCreditsExpiry: string, classCredits = 2) =>
    startStudentApi({ slots, profile: aProfile({ classCreditsExpiry, classCredits }) })

  it('is shown from seven days before', async () => {
    withExpiry('2026-11-27T09:00:00Z')
    renderStudentArea('/booking')
    expect(
      await screen.findByText('Your class credits are expiring soon! You have 7 days left.'),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Book a class' })).toBeVisible()
  })

  it.each([
    ['2026-11-27T09:00:01Z', 2],
    ['2026-11-20T08:59:59Z', 2],
    ['2026-11-22T09:00:00Z', 0],
  ])('is not shown for an expiry of %s with %s credits', async (expiry, credits) => {
    withExpiry(expiry, credits)
    renderStudentArea('/booking')
    await screen.findByText('Guru Padma Subramaniam')
    expect(screen.queryByText(/expiring soon/)).toBeNull()
  })
})

describe('invite code in the URL', () => {
  it('of the own teacher says so and filters the list', async () => {
    const api = startStudentApi({ slots, invitedBy: { _id: 'teacher-1', name: 'Guru Padma Subramaniam' } })
    const { person } = renderStudentArea('/booking?ref=TCH-ABC-1234')
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
    expect(screen.getByText('Guru is already your teacher.')).toBeVisible()
    expect(api.slotReads).toBe(0)
    await person.click(screen.getByRole('button', { name: 'See open times' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(screen.queryByText(/already your teacher/)).toBeNull()
  })

  it('of another teacher says where to write, beside the own teacher’s times', async () => {
    startStudentApi({ slots, invitedBy: { _id: 'teacher-2', name: 'Leela Rao' } })
    const { person } = renderStudentArea('/booking?ref=TCH-ABC-1234')
    expect(
      await screen.findByText(/^You’re learning with Guru\. To learn with Leela too, write to/),
    ).toHaveTextContent('write to support@tala.example.')
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(screen.queryByText(/^You’re learning with Guru/)).toBeNull()
  })

  it('that is unknown shows a notice and filters nothing', async () => {
    startStudentApi({ slots })
    renderStudentArea('/booking?ref=NOPE')
    expect(await screen.findByText(/We couldn’t find the invite code NOPE/)).toBeVisible()
    expect(await screen.findByRole('button', { name: /Private/ })).toBeVisible()
  })
})
