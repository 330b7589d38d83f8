import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem, type StudentApi, startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aBooking, aProfile, aSlot } from '@/test/builders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

const slots = [
  aSlot({ _id: 'a', dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }),
  aSlot({ _id: 'b', dateTime: '2026-11-24T08:00:00Z', classTypeKey: 'Group', creditCost: 2, capacity: 10 }),
]

const dialog = () => screen.getByRole('dialog', { name: 'Book Your Class' })
const bookButton = () => within(dialog()).getByRole('button', { name: /^Book with Credits/ })

async function openDialog(overrides: Partial<StudentApi> = {}, slot: RegExp = /Private/) {
  const api = startStudentApi({ slots, ...overrides })
  const view = renderStudentArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  const opener = await screen.findByRole('button', { name: slot })
  await view.person.click(opener)
  await screen.findByRole('dialog', { name: 'Book Your Class' })
  return { api, opener, ...view }
}

describe('booking dialog', () => {
  it('shows student, class, both local times and the cost', async () => {
    await openDialog({ profile: aProfile({ phone: '+91 98765 43210' }) })
    const box = within(dialog())
    expect(box.getByLabelText('Name')).toHaveValue('Meera Iyer')
    expect(box.getByLabelText('Name')).toHaveAttribute('readonly')
    expect(box.getByLabelText('Email')).toHaveValue('meera@example.com')
    expect(box.getByLabelText('Email')).toHaveAttribute('readonly')
    expect(box.getByLabelText('Phone')).toHaveValue('+91 98765 43210')
    const details = Object.fromEntries(
      box.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]),
    )
    expect(details).toEqual({
      'Class Date': 'Mon, 23 Nov 2026',
      'Class Time': '8:00–9:00 pm (UTC)Tue, 1:30 am for your teacher (Kolkata)',
      'Class Type': 'Private',
      Teacher: 'Guru Padma Subramaniam',
      'Credit Cost': '1',
      'Available Credits': '4',
      'Virtual Class': 'Yes',
    })
    expect(
      box.getByText(
        'Free cancellation until Mon, 23 Nov, 8:00 am. Your credit comes back. After that, this class can’t be cancelled.',
      ),
    ).toBeVisible()
    expect(bookButton()).toHaveTextContent('Book with Credits (1 credit)')
    expect(bookButton()).toBeEnabled()
  })

  it('shows the title of a published class', async () => {
    await openDialog({ slots: [aSlot({ ...slots[1], title: 'Varnam workshop' })] }, /Group/)
    expect(within(dialog()).getByText('Varnam workshop')).toBeVisible()
  })

  it('marks an invalid phone number at its field and sends nothing', async () => {
    const { api, person } = await openDialog()
    const phone = within(dialog()).getByLabelText('Phone')
    await person.type(phone, '12')
    await person.click(bookButton())
    expect(phone).toHaveAccessibleDescription(/Please enter a valid phone number, or leave it empty/)
    expect(phone).toHaveFocus()
    expect(bookButton()).toHaveTextContent('Book with Credits')
    expect(api.booked).toHaveLength(0)
  })

  it('books with the stored phone number, which may be older than the rules', async () => {
    const { api, person } = await openDialog({ profile: aProfile({ phone: '12' }) })
    await person.click(bookButton())
    await waitFor(() => expect(api.booked).toHaveLength(1))
  })

  it('returns focus to the slot when cancelled', async () => {
    const { person, opener } = await openDialog()
    await person.click(within(dialog()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('rejects a student with too few credits and says how to get some', async () => {
    const { api } = await openDialog({ profile: aProfile({ classCredits: 1 }) }, /Group/)
    expect(bookButton()).toBeDisabled()
    expect(bookButton()).toHaveAccessibleDescription(/Insufficient Credits/)
    expect(within(dialog()).getByText(/costs 2 credits and you have 1/)).toBeVisible()
    expect(within(dialog()).getByRole('link', { name: 'support@tala.example' })).toBeVisible()
    expect(within(dialog()).queryByRole('button', { name: /buy/i })).toBeNull()
    expect(api.booked).toHaveLength(0)
  })
})

describe('booking with credits', () => {
  it('sends one request with the slot, shows the confirmation and refetches', async () => {
    const { api, person } = await openDialog()
    api.book = () => {
      api.slots = slots.slice(1)
      api.profile = aProfile({ classCredits: 3 })
      return HttpResponse.json({ success: true, booking: aBooking({ slotId: 'a' }) })
    }
    await person.type(within(dialog()).getByLabelText('Phone'), '+1 555 0100')
    await person.dblClick(bookButton())
    const title = await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
    await waitFor(() => expect(title).toHaveFocus())
    expect(api.booked).toHaveLength(1)
    expect(api.booked[0]?.key).toMatch(/^.{16,}$/)
    expect(api.booked[0]?.body).toEqual({
      studentEmail: 'meera@example.com',
      studentName: 'Meera Iyer',
      studentPhone: '+1 555 0100',
      slotId: 'a',
      studentId: 'student-1',
      currency: 'INR',
      paymentMethod: 'credits',
      teacherId: 'teacher-1',
      isVirtualSlot: true,
      dateTime: '2026-11-23T20:00:00Z',
      creditsUsed: 1,
    })
    expect(screen.getByText('4F2A-91C3')).toBeVisible()
    expect(await screen.findByText('We’ve emailed a confirmation to meera@example.com.')).toBeVisible()
    expect(api.followUps.sort()).toEqual(['calendar', 'mail'])

    await person.click(screen.getByRole('button', { name: 'Back to Dashboard' }))
    const home = await screen.findByRole('heading', { name: 'Namaste, Meera' })
    await waitFor(() => expect(home).toHaveFocus())
    expect(screen.queryByRole('button', { name: /Private/ })).toBeNull()
  })

  it('offers the same time next week on the confirmation', async () => {
    const nextWeek = aSlot({
      _id: 'next',
      dateTime: '2026-11-30T20:00:00Z',
      endDateTime: '2026-11-30T21:00:00Z',
    })
    const { api, person } = await openDialog({ slots: [...slots, nextWeek] }, /8:00 pm Private/)
    api.book = () =>
      HttpResponse.json({
        success: true,
        booking: aBooking({
          slotId: 'a',
          dateTime: '2026-11-23T20:00:00Z',
          endDateTime: '2026-11-23T21:00:00Z',
        }),
      })
    await person.click(bookButton())
    await person.click(await screen.findByRole('button', { name: 'Book the same time next week' }))
    expect(await within(await screen.findByRole('dialog')).findByText('Mon, 30 Nov 2026')).toBeVisible()
  })

  it('warns when mail and invitation could not be sent for a booked class', async () => {
    const { person } = await openDialog({ mailWorks: false })
    await person.click(bookButton())
    expect(
      await screen.findByText(
        'Booking confirmed but confirmation email could not be sent. Please check your dashboard for booking details.',
      ),
    ).toBeVisible()
    expect(
      await screen.findByText('Booking confirmed but calendar invitation could not be sent.'),
    ).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Your class is booked' })).toBeVisible()
    expect(screen.queryByText(/We’ve emailed a confirmation/)).toBeNull()
  })

  it('shows the fresh slots of an error response in the list', async () => {
    const fresh = [aSlot({ _id: 'z', dateTime: '2026-11-25T08:00:00Z', classTypeKey: 'Duet', capacity: 2 })]
    const { api, person } = await openDialog({
      book: () => problem(409, 'slot_taken', 'This class has just been taken.', { slots: fresh }),
    })
    const reads = api.slotReads
    await person.click(bookButton())
    expect(await within(dialog()).findByText('This class has just been taken.')).toBeVisible()
    expect(within(dialog()).queryByRole('button', { name: /Book with Credits|Try again/ })).toBeNull()
    await person.click(within(dialog()).getByRole('button', { name: 'Choose another time' }))
    expect(await screen.findByRole('button', { name: /Duet/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Private/ })).toBeNull()
    expect(api.slotReads).toBe(reads)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Available Classes' })).toHaveFocus())
  })

  it('retries with the same key and body after a lost connection', async () => {
    const { api, person } = await openDialog({ book: () => HttpResponse.error() })
    await person.click(bookButton())
    expect(await within(dialog()).findByText(/We lost the connection/)).toBeVisible()
    expect(within(dialog()).getByLabelText('Phone')).toBeDisabled()
    api.book = () => HttpResponse.json({ success: true, booking: aBooking({ slotId: 'a' }) })
    await person.click(within(dialog()).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Your class is booked' })
    expect(api.booked).toHaveLength(2)
    expect(api.booked[1]).toEqual(api.booked[0])
  })

  it('shows the server’s message, else the specification’s text', async () => {
    const { api, person } = await openDialog({
      book: () => problem(409, 'cost_mismatch', 'The price of this class has changed.'),
    })
    await person.click(bookButton())
    expect(await within(dialog()).findByText('The price of this class has changed.')).toBeVisible()
    api.book = () => HttpResponse.json({ code: 'teapot' }, { status: 418 })
    await person.click(within(dialog()).getByRole('button', { name: 'Try again' }))
    expect(await within(dialog()).findByText('Failed to book class with credits')).toBeVisible()
    expect(api.booked[1]?.key).not.toBe(api.booked[0]?.key)
  })

  it('shows a notice when the slot becomes unavailable while the dialog is open', async () => {
    const { api, queryClient, person } = await openDialog()
    api.slots = slots.slice(1)
    await queryClient.invalidateQueries({ queryKey: ['slots'] })
    expect(await within(dialog()).findByText('This time is no longer open')).toBeVisible()
    expect(within(dialog()).queryByRole('button', { name: /Book with Credits/ })).toBeNull()
    await person.click(within(dialog()).getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.booked).toHaveLength(0)
  })
})
