import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { aBooking } from '@/test/builders'
import { aStudent, aTaughtClass, aTeacher } from './test/builders'
import { errorResponse, recordRequests, renderTeacher, respondWith } from './test/renderTeacher'

beforeEach(() => setClock(() => Date.parse('2026-11-22T08:00:00Z')))
afterEach(() => setClock())

describe('My Classes', () => {
  let requests: URL[]
  const page = (count: number, next: string | null, total: number) => ({
    items: Array.from({ length: count }, (_, index) =>
      aTaughtClass({ _id: `b-${index}`, studentName: `Student ${index + 1}` }),
    ),
    next,
    total,
  })

  beforeEach(() => {
    requests = []
    respondWith('*/api/teacher/bookings', (url) => {
      requests.push(url)
      return url.searchParams.get('after') ? page(2, null, 12) : page(10, 'cursor-2', 12)
    })
  })

  test('shows the columns of SPEC, ten rows per page', async () => {
    const { person } = renderTeacher('/teacher#classes')
    const table = await screen.findByRole('table', { name: 'Active Classes' })
    const tableQueries = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(tableQueries).toEqual([
      'Student',
      'Date and Time',
      'Your Earnings',
      'Payment Status',
      'Booking Status',
      'Meeting Link',
      'Details',
    ])
    const row = within(table).getAllByRole('row')[1] as HTMLElement
    expect(row).toHaveTextContent('₹799.20 INR')
    expect(row).toHaveTextContent('Credit')
    expect(requests[0]?.search).toContain('limit=10')
    expect(screen.getByText('Page 1 of 2')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await person.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('Page 2 of 2')).toBeVisible()
    await waitFor(() => expect(requests.at(-1)?.searchParams.get('after')).toBe('cursor-2'))
    expect(await screen.findByRole('button', { name: 'Next page' })).toBeDisabled()
  })

  test('shows past classes in a tab that starts at its first page', async () => {
    const { person } = renderTeacher('/teacher#classes')
    await person.click(await screen.findByRole('button', { name: 'Next page' }))
    await person.click(screen.getByRole('tab', { name: 'Past Classes' }))
    expect(await screen.findByRole('table', { name: 'Past Classes' })).toBeVisible()
    expect(requests.at(-1)?.searchParams.get('when')).toBe('past')
    expect(requests.at(-1)?.searchParams.get('after')).toBeNull()
  })

  test('shows five cards per page on a narrow screen', async () => {
    renderTeacher('/teacher#classes', { wide: false })
    expect(await screen.findByRole('list', { name: 'Active Classes' })).toBeVisible()
    expect(requests[0]?.searchParams.get('limit')).toBe('5')
  })

  test('shows an empty state, and opens the details of a class', async () => {
    respondWith('*/api/teacher/bookings', () => ({ items: [], next: null, total: 0 }))
    const first = renderTeacher('/teacher#classes')
    expect(await screen.findByText('No active classes found')).toBeVisible()
    first.unmount()
    respondWith('*/api/teacher/bookings', () => page(1, null, 1))
    const { person } = renderTeacher('/teacher#classes')
    await person.click(await screen.findByRole('button', { name: /^Details.*Student 1/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Private class' })
    expect(within(dialog).getByRole('button', { name: 'Cancel class' })).toBeVisible()
  })

  test('cancels one student’s booking in a group without affecting the others', async () => {
    const group = { classTypeKey: 'Group' as const, isVirtualSlot: false, dateTime: '2026-11-23T10:00:00Z' }
    respondWith('*/api/teacher/bookings', () => ({
      items: [aTaughtClass({ ...group, _id: 'b-1', studentName: 'Arjun Nair' })],
      next: null,
      total: 1,
    }))
    const bodies = recordRequests('post', '*/api/bookings/b-1/cancel', () => ({
      success: true,
      outcome: 'creditReturned',
      booking: aBooking(),
    }))
    const { person } = renderTeacher('/teacher#classes')
    await person.click(await screen.findByRole('button', { name: /^Details/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Group class' })
    expect(dialog).toHaveTextContent('Your calendar shows everyone in this class.')
    await person.click(within(dialog).getByRole('button', { name: 'Cancel for Arjun Nair' }))
    const question = await screen.findByRole('dialog', { name: 'Cancel for Arjun Nair?' })
    await person.click(within(question).getByRole('button', { name: 'Cancel for this student' }))
    expect(await screen.findByText('Cancelled for Arjun Nair. We’ve emailed them.')).toBeVisible()
    expect(bodies).toHaveLength(1)
  })
})

describe('My Students', () => {
  test('lists students and filters them by name', async () => {
    respondWith('*/api/teacher/students', (url) => {
      const found =
        url.searchParams.get('q') === 'zz' ? [] : [aStudent(), aStudent({ _id: 's-2', lastClass: null })]
      return { students: found, next: null, total: found.length }
    })
    const { person } = renderTeacher('/teacher#students')
    const table = await screen.findByRole('table', { name: 'My Students' })
    const [, first, second] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent(
      'Meera Iyermeera@example.comCall: Meera IyerWhatsApp: Meera IyerTue, 24 Nov 2026, 10:00 am3122Mon, 16 Nov 2026Practise the adavus.',
    )
    expect(within(first as HTMLElement).getByRole('link', { name: 'WhatsApp: Meera Iyer' })).toHaveAttribute(
      'href',
      'https://wa.me/12125550100',
    )
    expect(second).toHaveTextContent('N/A')
    await person.type(screen.getByRole('searchbox', { name: 'Find a student' }), 'zz')
    expect(await screen.findByText('No student matches')).toBeVisible()
  })

  test('shows an error when the list cannot be loaded', async () => {
    respondWith('*/api/teacher/students', () => errorResponse(500, 'internal'))
    renderTeacher('/teacher#students')
    expect(await screen.findByText('Failed to load students list')).toBeVisible()
  })

  const detail = (text = 'Adavus', version = 1) => ({
    student: aStudent(),
    classes: [aBooking()],
    next: null,
    notes: { text, version, updatedAt: null },
  })

  test('shows a student with classes and notes, which are saved with their version', async () => {
    respondWith('*/api/teacher/students/student-1', () => detail())
    const bodies = recordRequests('put', '*/api/teacher/students/student-1/notes', ({ text }) => ({
      notes: { text, version: 2, updatedAt: '2026-11-22T08:00:00Z' },
    }))
    const { person } = renderTeacher('/teacher#students/student-1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
    expect(screen.getByRole('table', { name: 'Classes' })).toBeVisible()
    const notes = screen.getByRole('textbox', { name: /Your notes/ })
    expect(notes).toHaveValue('Adavus')
    await person.type(notes, ' 1-5')
    await person.click(screen.getByRole('link', { name: 'All students' }))
    await person.click(await screen.findByRole('button', { name: 'Stay here' }))
    await person.click(screen.getByRole('button', { name: 'Save notes' }))
    expect(await screen.findByText('Notes saved')).toBeVisible()
    expect(bodies).toEqual([{ text: 'Adavus 1-5', version: 1 }])
  })

  test('does not overwrite notes that were changed elsewhere', async () => {
    respondWith('*/api/teacher/students/student-1', () => detail())
    recordRequests('put', '*/api/teacher/students/student-1/notes', () =>
      errorResponse(409, 'version_conflict'),
    )
    const { person } = renderTeacher('/teacher#students/student-1')
    await person.type(await screen.findByRole('textbox', { name: /Your notes/ }), '!')
    await person.click(screen.getByRole('button', { name: 'Save notes' }))
    expect(await screen.findByText(/These notes were changed in another tab/)).toBeVisible()
    respondWith('*/api/teacher/students/student-1', () => detail('Newer', 7))
    await person.click(screen.getByRole('button', { name: 'Show the newer version' }))
    expect(await screen.findByDisplayValue('Newer')).toBeVisible()
  })

  test('shows another teacher’s student as not found', async () => {
    respondWith('*/api/teacher/students/student-9', () => errorResponse(404, 'not_found'))
    renderTeacher('/teacher#students/student-9')
    expect(await screen.findByText('This person is not one of your students.')).toBeVisible()
  })
})

describe('My Profile', () => {
  beforeEach(() => respondWith('*/api/user', () => aTeacher()))

  test('is read-only first; one button toggles between editing and saving, and only changes are sent', async () => {
    const bodies = recordRequests('post', '*/api/teacher/update-profile', () => {
      respondWith('*/api/user', () =>
        aTeacher({ phone: '+1 555 0100', danceStyles: ['Bharatanatyam', 'Kathak'] }),
      )
      return { success: true, version: 6, told: 0 }
    })
    const { person } = renderTeacher('/teacher#profile')
    expect(await screen.findByText('Ten years in Chennai')).toBeVisible()
    expect(screen.getByText('TCH-PAD-2345')).toBeVisible()
    expect(screen.getByText('Founding teacher')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Edit Profile' }))
    expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAttribute('readonly')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly')
    const phone = screen.getByRole('textbox', { name: 'Phone' })
    await person.clear(phone)
    await person.type(phone, '+1 555 0100')
    await person.type(screen.getByRole('combobox', { name: /Dance Styles/ }), 'Kathak{Enter}')
    await person.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeVisible()
    expect(screen.getByText('+1 555 0100')).toBeVisible()
    expect(bodies).toEqual([
      {
        email: 'padma@example.com',
        version: 5,
        profile: { phone: '+1 555 0100', danceStyles: ['Bharatanatyam', 'Kathak'] },
      },
    ])
  })

  test('validates bio and meeting link, and asks before changes are discarded', async () => {
    const { person } = renderTeacher('/teacher#profile')
    await person.click(await screen.findByRole('button', { name: 'Edit Profile' }))
    const bio = screen.getByRole('textbox', { name: 'Bio' })
    await person.clear(bio)
    await person.type(bio, 'Short')
    const link = screen.getByRole('textbox', { name: /Video meeting link/ })
    await person.clear(link)
    await person.type(link, 'https://meet.google.com/new')
    await person.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(screen.getByText('Bio should be at least 50 characters')).toBeVisible()
    expect(screen.getByText(/Please enter a valid Google Meet link/)).toBeVisible()
    await waitFor(() => expect(bio).toHaveFocus())
    await person.click(screen.getByRole('link', { name: 'My Classes' }))
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  })

  test('falls back to the second endpoint of SPEC, and shows an error if that fails too', async () => {
    respondWith('*/api/user', () => HttpResponse.error())
    respondWith('*/api/user/direct', () => aTeacher({ bio: 'Read directly' }))
    const first = renderTeacher('/teacher#profile')
    expect(await screen.findByText('Read directly')).toBeVisible()
    first.unmount()
    respondWith('*/api/user/direct', () => errorResponse(500, 'internal'))
    renderTeacher('/teacher#profile')
    expect(await screen.findByText('Failed to load teacher profile')).toBeVisible()
  })

  test('shows an error when saving fails', async () => {
    recordRequests('post', '*/api/teacher/update-profile', () => errorResponse(409, 'version_conflict'))
    const { person } = renderTeacher('/teacher#profile')
    await person.click(await screen.findByRole('button', { name: 'Edit Profile' }))
    await person.type(screen.getByRole('textbox', { name: 'Phone' }), '1')
    await person.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText(/Your profile was changed in another tab/)).toBeVisible()
    recordRequests('post', '*/api/teacher/update-profile', () => errorResponse(503, 'unavailable'))
    await person.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Failed to update profile')).toBeVisible()
  })
})
