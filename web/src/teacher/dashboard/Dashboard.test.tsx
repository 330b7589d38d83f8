import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CalendarEvent } from '@/api/teacherTypes'
import { setClock } from '@/lib/clock'
import { anEvent } from '@/teacher/test/builders'
import {
  errorResponse,
  recordRequests,
  renderTeacher,
  respondWith,
  respondWithEmptyDashboard,
} from '@/teacher/test/renderTeacher'
import { aBooking } from '@/test/builders'

const NOW = '2026-11-23T08:00:00Z'
let events: CalendarEvent[]
let requests: URL[]

beforeEach(() => {
  setClock(() => Date.parse(NOW))
  events = [anEvent()]
  requests = []
  respondWithEmptyDashboard()
  respondWith('*/api/teacher/calendar', (url) => {
    const isToday = url.searchParams.get('to') === '2026-11-24T00:00:00Z'
    // Today's list asks for one day.
    if (!isToday || url.searchParams.get('from') !== '2026-11-23T00:00:00Z') requests.push(url)
    return { events }
  })
  respondWith('*/api/referral-code', () => ({ referralCode: 'TCH-PAD-2345' }))
})
afterEach(() => setClock())

const eventButton = (name: RegExp) => screen.findByRole('button', { name })

describe('calendar', () => {
  test('shows a week on a wide screen and a day on a narrow one', async () => {
    const wide = renderTeacher('/teacher#dashboard')
    expect(await eventButton(/Meera Iyer 10:00 am/)).toBeVisible()
    expect(screen.getByText('Mon, 23 Nov – Sun, 29 Nov')).toBeVisible()
    expect(requests[0]?.searchParams.get('from')).toBe('2026-11-23T00:00:00Z')
    expect(requests[0]?.searchParams.get('to')).toBe('2026-11-30T00:00:00Z')
    wide.unmount()
    renderTeacher('/teacher#dashboard', { wide: false })
    expect(await screen.findByText('Mon, 23 Nov')).toBeVisible()
    expect(await eventButton(/Meera Iyer 10:00 am/)).toBeVisible()
  })

  test('moves forward, back, and to a month', async () => {
    const { person } = renderTeacher('/teacher#dashboard')
    await eventButton(/Meera Iyer/)
    await person.click(screen.getByRole('button', { name: 'Next week' }))
    expect(screen.getByText('Mon, 30 Nov – Sun, 6 Dec')).toBeVisible()
    await waitFor(() => expect(requests.at(-1)?.searchParams.get('from')).toBe('2026-11-30T00:00:00Z'))
    expect(await screen.findByText('No classes this week.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Today' }))
    expect(screen.getByText('Open hours')).toBeVisible()
    await person.click(screen.getByRole('radio', { name: 'Month' }))
    expect(screen.getByText('November 2026')).toBeVisible()
    // A month has no hours.
    expect(screen.queryByText('Open hours')).toBeNull()
    expect(await eventButton(/Meera Iyer 10:00 am/)).toBeVisible()
  })

  test('names days as they are displayed', async () => {
    renderTeacher('/teacher#dashboard')
    await eventButton(/Meera Iyer/)
    expect(screen.getByRole('button', { name: /Mon\s*23/ })).toBeVisible()
  })

  test('grows to classes and open hours outside 8 am to 9 pm', async () => {
    events = [anEvent({ dateTime: '2026-11-24T06:30:00Z' })]
    renderTeacher('/teacher#dashboard')
    expect(await eventButton(/Meera Iyer 6:30 am/)).toBeVisible()
    expect(screen.getByText('6:00 am')).toBeVisible()
  })

  test('names the type of a published class without students and how many have booked', async () => {
    const published: Partial<CalendarEvent> = { isVirtualSlot: false, classTypeKey: 'Group', capacity: 10 }
    events = [anEvent({ ...published, seatsTaken: 0, bookings: [] })]
    renderTeacher('/teacher#dashboard')
    expect(await eventButton(/Group · 0 of 10 booked/)).toHaveAttribute('data-kind', 'Group')
  })

  test('names a published class by its title, with the seats taken or the only student', async () => {
    const group = { isVirtualSlot: false, classTypeKey: 'Group', capacity: 10 } as const
    const title = 'Varnam workshop'
    events = [
      anEvent({ ...group, title }),
      anEvent({ _id: 'slot-2', dateTime: '2026-11-24T10:00:00Z', ...group }),
      anEvent({ _id: 'slot-3', dateTime: '2026-11-25T10:00:00Z', isVirtualSlot: false, title }),
    ]
    renderTeacher('/teacher#dashboard')
    expect(await eventButton(/^Varnam workshop · 1 of 10 booked/)).toBeVisible()
    expect(await eventButton(/^Group · 1 of 10 booked/)).toBeVisible()
    expect(await eventButton(/^Varnam workshop · Meera Iyer/)).toBeVisible()
  })

  test('offers a retry when it cannot be loaded', async () => {
    respondWith('*/api/teacher/calendar', () => errorResponse(503, 'unavailable'))
    const { person } = renderTeacher('/teacher#dashboard')
    expect(await screen.findByText('Failed to load your classes')).toBeVisible()
    respondWith('*/api/teacher/calendar', () => ({ events }))
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await eventButton(/Meera Iyer/)).toBeVisible()
  })
})

describe('class in the calendar', () => {
  const openClass = async (event: CalendarEvent) => {
    events = [event]
    const view = renderTeacher('/teacher#dashboard')
    const title = event.capacity > 1 ? 'booked' : (event.bookings[0]?.studentName ?? 'booked')
    await view.person.click(await eventButton(new RegExp(title)))
    return { ...view, dialog: await screen.findByRole('dialog') }
  }

  test('shows its time, kind, status and meeting link', async () => {
    const { dialog } = await openClass(anEvent())
    expect(dialog).toHaveAccessibleName('Private class')
    expect(dialog).toHaveTextContent('Mon, 23 Nov 2026, 10:00 am')
    expect(dialog).toHaveTextContent('Private · Virtual Class')
    expect(dialog).toHaveTextContent('₹799.20')
    expect(dialog).toHaveTextContent('5:00 am New York')
    expect(await within(dialog).findByText(/Your last note: Practise the adavus\./)).toBeVisible()
    expect(within(dialog).getByRole('link', { name: /Message: Meera Iyer/ })).toHaveAttribute(
      'href',
      expect.stringContaining('mailto:meera@example.com'),
    )
    expect(dialog).toHaveTextContent('Confirmed')
    expect(within(dialog).getByRole('link', { name: 'Join Meeting with Meera Iyer' })).toHaveAttribute(
      'href',
      'https://meet.google.com/abc-defg-hij',
    )
    expect(within(dialog).queryByRole('button', { name: /no-show/ })).toBeNull()
  })

  test('is cancelled after a confirmation', async () => {
    const bodies = recordRequests('post', '*/api/bookings/booking-1/cancel', () => ({ success: true }))
    const { person, dialog } = await openClass(anEvent())
    await person.click(within(dialog).getByRole('button', { name: 'Cancel class' }))
    const question = await screen.findByRole('dialog', { name: 'Cancel this class?' })
    expect(question).toHaveTextContent(/\d{1,2}:\d\d [ap]m · Meera Iyer/)
    expect(question).toHaveTextContent('We’ll email your student now and return their money or credit.')
    await person.type(within(question).getByRole('textbox', { name: /Reason/ }), ' I have a cold. ')
    await person.click(within(question).getByRole('button', { name: 'Cancel class' }))
    expect(await screen.findByText('Class cancelled. Your student has been emailed.')).toBeVisible()
    expect(bodies).toEqual([{ reason: 'I have a cold.' }])
  })

  test('with several students is cancelled for all', async () => {
    const bodies = recordRequests('post', '*/api/teacher/t-1/classes/slot-1/cancel', () => ({
      success: true,
      cancelled: 2,
    }))
    const [arjunBooking, meera] = [...anEvent().bookings, ...anEvent().bookings]
    const group = anEvent({
      classTypeKey: 'Group',
      isVirtualSlot: false,
      capacity: 10,
      seatsTaken: 2,
      bookings: [
        ...(arjunBooking ? [{ ...arjunBooking, studentName: 'Arjun Rao', _id: 'booking-2' }] : []),
        ...(meera ? [meera] : []),
      ],
    })
    const { person, dialog } = await openClass(group)
    expect(dialog).toHaveTextContent('Group · Regular Class')
    expect(dialog).toHaveTextContent('2 / 10')
    await person.click(within(dialog).getByRole('button', { name: 'Cancel class' }))
    const question = await screen.findByRole('dialog', { name: 'Cancel this class?' })
    expect(question).toHaveTextContent('We’ll email all 2 students now')
    await person.click(within(question).getByRole('button', { name: 'Cancel class' }))
    await screen.findByText('Class cancelled. Your students have been emailed.')
    expect(bodies).toHaveLength(1)
  })

  test('without students is cancelled without mentioning an email', async () => {
    recordRequests('post', '*/api/teacher/t-1/classes/slot-1/cancel', () => ({ success: true, cancelled: 0 }))
    const empty: Partial<CalendarEvent> = {
      isVirtualSlot: false,
      classTypeKey: 'Group',
      capacity: 10,
      seatsTaken: 0,
      bookings: [],
    }
    const { person, dialog } = await openClass(anEvent(empty))
    await person.click(within(dialog).getByRole('button', { name: 'Cancel class' }))
    const question = await screen.findByRole('dialog', { name: 'Cancel this class?' })
    await person.click(within(question).getByRole('button', { name: 'Cancel class' }))
    expect(await screen.findByText('Class cancelled.')).toBeVisible()
  })

  test('that is over without students does not wait for one', async () => {
    const past: Partial<CalendarEvent> = {
      dateTime: '2026-11-23T05:00:00Z',
      status: 'completed',
      isVirtualSlot: false,
    }
    const { dialog } = await openClass(
      anEvent({ ...past, classTypeKey: 'Group', capacity: 10, seatsTaken: 0, bookings: [] }),
    )
    expect(dialog).toHaveTextContent('No students booked this class.')
  })

  test('can be marked as no-show from its start on, and unmarked', async () => {
    const bodies = recordRequests('post', '*/api/bookings/booking-1/no-show', ({ noShow }) => ({
      success: true,
      booking: aBooking({ noShow: noShow === true }),
    }))
    const { person, dialog } = await openClass(
      anEvent({ dateTime: '2026-11-23T08:00:00Z', status: 'completed' }),
    )
    expect(within(dialog).queryByRole('button', { name: 'Cancel class' })).toBeNull()
    await person.click(within(dialog).getByRole('button', { name: 'Mark as no-show: Meera Iyer' }))
    expect(await screen.findByText('Marked Meera Iyer as a no-show.')).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'Undo no-show: Meera Iyer' }))
    expect(await screen.findByText('Removed the no-show mark for Meera Iyer.')).toBeVisible()
    expect(bodies).toEqual([{ noShow: true }, { noShow: false }])
  })
})

describe('next class', () => {
  test('is shown above the calendar with its meeting link', async () => {
    respondWith('*/api/active-classes', () => [])
    renderTeacher('/teacher#dashboard')
    respondWith('*/api/active-classes', () => [aBooking({ dateTime: '2026-11-23T08:05:00Z' })])
    const next = await screen.findByRole('region', { name: 'Your next class' })
    expect(next).toHaveTextContent('Private class with Meera Iyer')
    expect(within(next).getByRole('link')).toHaveAttribute('data-now', 'true')
  })
})

describe('Share Teacher Code', () => {
  const openShare = async () => {
    const view = renderTeacher('/teacher#dashboard')
    await view.person.click(await screen.findByRole('button', { name: 'Share Your Teacher Invite Code' }))
    return { ...view, dialog: await screen.findByRole('dialog', { name: 'Share Teacher Code' }) }
  }

  test('shows and copies the code and the link, and offers ways to send them', async () => {
    const { person, dialog } = await openShare()
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    expect(await within(dialog).findByText('TCH-PAD-2345')).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Teacher code copied!')).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'Copy Referral Link' }))
    expect(await screen.findByText('Referral link copied to clipboard!')).toBeVisible()
    expect(write.mock.calls).toEqual([['TCH-PAD-2345'], ['http://localhost:3000/t/TCH-PAD-2345']])
    expect(within(dialog).getByRole('link', { name: 'Share on WhatsApp' })).toHaveAttribute(
      'href',
      expect.stringContaining('TCH-PAD-2345'),
    )
    expect(within(dialog).getByRole('button', { name: 'Regenerate' })).toBeDisabled()
  })

  test('opens the device’s share sheet with the link', async () => {
    const share = vi.fn<(text: ShareData) => Promise<void>>(async () => undefined)
    Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    const { person, dialog } = await openShare()
    await person.click(await within(dialog).findByRole('button', { name: 'Share' }))
    const url = 'http://localhost:3000/t/TCH-PAD-2345'
    expect(share).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ url }))
    share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
    await person.click(within(dialog).getByRole('button', { name: 'Share' }))
    expect(screen.queryByText(/^Your device did not let us share/)).toBeNull()
    share.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    await person.click(within(dialog).getByRole('button', { name: 'Share' }))
    expect(await screen.findByText(/^Your device did not let us share/)).toBeVisible()
    Reflect.deleteProperty(navigator, 'share')
  })

  test('offers no share sheet if the device has none', async () => {
    const { dialog } = await openShare()
    expect(await within(dialog).findByRole('button', { name: 'Copy Referral Link' })).toBeVisible()
    expect(within(dialog).queryByRole('button', { name: 'Share' })).toBeNull()
  })

  test('generates a code if there is none', async () => {
    respondWith('*/api/referral-code', () => ({ referralCode: null }))
    const bodies = recordRequests('post', '*/api/teacher/generate-referral-code', () => ({
      success: true,
      referralCode: 'TCH-NEW-7777',
    }))
    const { person, dialog } = await openShare()
    expect(await within(dialog).findByText('No teacher code found')).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'Generate Code' }))
    expect(await within(dialog).findByText('TCH-NEW-7777')).toBeVisible()
    expect(screen.getByText('Referral code generated successfully!')).toBeVisible()
    expect(bodies).toEqual([{ email: 'padma@example.com' }])
  })

  test('shows an error when that fails', async () => {
    respondWith('*/api/referral-code', () => ({ referralCode: null }))
    recordRequests('post', '*/api/teacher/generate-referral-code', () => errorResponse(500, 'internal'))
    const { person, dialog } = await openShare()
    await person.click(await within(dialog).findByRole('button', { name: 'Generate Code' }))
    expect(await screen.findByText('Failed to generate referral code')).toBeVisible()
  })
})
