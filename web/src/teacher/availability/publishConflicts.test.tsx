import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { aPublishedClass, somePaymentSettings } from '@/teacher/test/builders'
import { errorResponse, recordRequests, renderTeacher, respondWith } from '@/teacher/test/renderTeacher'
import { toastError } from '@/ui/toast'

const NO_TEXTS = { title: '', description: '', level: '' }
const availability = { timeZone: 'Asia/Kolkata', visibilityDays: 30, weeklySchedule: [], version: 3 }

beforeEach(() => {
  setClock(() => Date.parse('2026-11-22T08:00:00Z'))
  respondWith('*/api/teacher/t-1/availability', () => ({
    availability,
    overrides: [],
    clockChanges: [],
    studentTimeZones: [],
  }))
  respondWith('*/api/teacher/t-1/classes', () => ({ classes: [aPublishedClass()] }))
  respondWith('*/api/teacher/bookings', () => ({ items: [], next: null, total: 0 }))
  respondWith('*/api/teacher/payment-settings', () => somePaymentSettings())
  recordRequests('post', '*/api/teacher/t-1/availability/preview', () => ({
    days: 14,
    slots: [],
    outside: [],
    onDaysOff: [],
  }))
})
afterEach(() => setClock())

const openEdit = async () => {
  const view = renderTeacher('/teacher#classes')
  await view.person.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Change this class' })
  const save = () => view.person.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  return { ...view, dialog, save }
}

test('a class that was changed in another tab shows its current state and is not overwritten', async () => {
  const moved = aPublishedClass({ dateTime: '2026-11-28T05:30:00Z', creditCost: 2, seatsTaken: 1 })
  const newer = { class: moved }
  const bodies = recordRequests('put', '*/api/teacher/t-1/classes/p-1', ({ expected }) =>
    JSON.stringify(expected).includes('04:30') ? errorResponse(409, 'version_conflict', newer) : newer,
  )
  const { person, dialog, save } = await openEdit()
  const seats = within(dialog).getByRole('textbox', { name: /Seats/ })
  await person.clear(seats)
  await person.type(seats, '12')
  await save()
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'This class was changed in another tab. It is now on Sat, 28 Nov, 11:00 am, with 10 seats, for 2 credits. Nothing was overwritten.',
  )
  await person.click(within(dialog).getByRole('button', { name: 'Show the newer version' }))
  await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull())
  expect(seats).toHaveValue('10')
  expect(within(dialog).getByLabelText(/Date/)).toBeDisabled()
  await person.clear(seats)
  await person.type(seats, '15')
  await save()
  expect(await screen.findByText('Class changed.')).toBeVisible()
  expect(bodies.at(-1)).toEqual({
    capacity: 15,
    ...NO_TEXTS,
    expected: { dateTime: '2026-11-28T05:30:00Z', capacity: 10, creditCost: 2 },
  })
})

test('a class that changed simultaneously asks to be opened again', async () => {
  recordRequests('put', '*/api/teacher/t-1/classes/p-1', () => errorResponse(409, 'version_conflict'))
  const { dialog, save } = await openEdit()
  await save()
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'This class was just changed in another tab. Nothing was overwritten. Please open it again.',
  )
})

test('a class at the time of another one is rejected at the start, where the focus moves', async () => {
  recordRequests('post', '*/api/teacher/t-1/classes', () =>
    errorResponse(409, 'teacher_busy', { detail: 'You already have a class at this time.' }),
  )
  const { person } = renderTeacher('/teacher#classes')
  await person.click(await screen.findByRole('button', { name: 'Publish a class' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish a class' }))
  await person.type(dialog.getByLabelText(/Date/), '2026-11-28')
  const start = dialog.getByRole('combobox', { name: /^Start/ })
  await person.type(start, '10 am{Enter}')
  await person.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(start).toHaveFocus())
  expect(start).toHaveAccessibleDescription('You already have a class at this time.')
  // The list would cover the message.
  expect(start).toHaveAttribute('aria-expanded', 'false')
})

test('an earlier toast does not cover the dialog for a new class', async () => {
  const { person } = renderTeacher('/teacher#classes')
  const publish = await screen.findByRole('button', { name: 'Publish a class' })
  act(() => toastError('Could not be saved'))
  expect(await screen.findByText('Could not be saved')).toBeVisible()
  setClock(() => Date.parse('2026-11-22T08:00:02Z'))
  await person.click(publish)
  // An error toast is shown for ten seconds.
  await waitFor(() => expect(screen.queryByText('Could not be saved')).toBeNull(), { timeout: 3000 })
})

test('a class with a held seat but no students can be cancelled without a reason', async () => {
  respondWith('*/api/teacher/t-1/classes', () => ({
    classes: [aPublishedClass({ seatsTaken: 3, students: [] })],
  }))
  const { person } = renderTeacher('/teacher#classes')
  await person.click(await screen.findByRole('button', { name: /^Cancel class/ }))
  expect(await screen.findByRole('dialog', { name: 'Cancel this class?' })).not.toHaveTextContent(
    '3 students',
  )
})
