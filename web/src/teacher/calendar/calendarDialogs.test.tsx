import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AvailabilityReply } from '@/api/teacherTypes'
import { setSession } from '@/session/session'
import { somePaymentSettings } from '@/teacher/test/builders'
import { recordRequests, respondWith } from '@/teacher/test/renderTeacher'
import { renderUi } from '@/test/render'
import { CalendarDialogs } from './CalendarDialogs'
import type { CalendarDialog } from './calendarDialog'

const hours: AvailabilityReply = {
  availability: {
    timeZone: 'Asia/Kolkata',
    visibilityDays: 30,
    weeklySchedule: [{ dayOfWeek: 1, timeRanges: [{ start: '07:00', end: '11:00' }] }],
    version: 3,
  },
  overrides: [],
  clockChanges: [],
  studentTimeZones: [],
}
/** 9 to 10 am on a Monday in Kolkata. */
const range = { start: '2026-11-30T03:30:00Z', end: '2026-11-30T04:30:00Z' }

beforeEach(() => {
  setSession({
    status: 'signedIn',
    person: { id: 't-1', name: 'Padma', email: 'padma@example.com', role: 'teacher' },
  })
})

test('a day without classes can become time off', async () => {
  respondWith('*/api/teacher/calendar', () => ({ events: [] }))
  const bodies = recordRequests('post', '*/api/teacher/t-1/availability', () => ({ success: true }))
  const { person, onDialog } = open({ kind: 'cancelDay', day: '2026-11-30' })
  expect(await screen.findByRole('dialog', { name: 'Take Mon, 30 Nov off?' })).toBeVisible()
  await person.click(await screen.findByRole('button', { name: 'Take the day off' }))
  expect(await screen.findByText('Saved. Students can no longer book this day.')).toBeVisible()
  expect(onDialog).toHaveBeenCalledWith(null)
  expect(bodies).toEqual([
    { ...hours.availability, overrides: [{ date: '2026-11-30', timeRanges: [], note: '' }] },
  ])
})

test('a day without classes and open hours can only be closed', async () => {
  respondWith('*/api/teacher/calendar', () => ({ events: [] }))
  open({ kind: 'cancelDay', day: '2026-12-01' })
  expect(await screen.findByText('There are no more classes to cancel on this day.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Take the day off' })).toBeNull()
})

function open(dialog: CalendarDialog = { kind: 'time', range }, saved = hours) {
  const onDialog = vi.fn()
  const view = renderUi(
    <CalendarDialogs
      dialog={dialog}
      hours={saved}
      zone="Asia/Kolkata"
      teachingZone="Asia/Kolkata"
      onDialog={onDialog}
    />,
  )
  return { ...view, onDialog }
}

test('an empty time of the calendar can be blocked', async () => {
  const bodies = recordRequests('post', '*/api/teacher/t-1/availability', () => ({ success: true }))
  const { person, onDialog } = open()
  const dialog = await screen.findByRole('dialog', { name: 'Mon, 30 Nov, 9:00 am – 10:00 am' })
  await person.click(within(dialog).getByRole('button', { name: 'Block this time' }))
  expect(await screen.findByText('Time blocked. Students can no longer book it.')).toBeVisible()
  expect(onDialog).toHaveBeenCalledWith(null)
  const timeRanges = [
    { start: '07:00', end: '09:00' },
    { start: '10:00', end: '11:00' },
  ]
  expect(bodies).toEqual([
    { ...hours.availability, overrides: [{ date: '2026-11-30', timeRanges, note: '' }] },
  ])
})

test('a time that was blocked can be opened again', async () => {
  const bodies = recordRequests('post', '*/api/teacher/t-1/availability', () => ({ success: true }))
  const timeRanges = [
    { start: '07:00', end: '09:00' },
    { start: '10:00', end: '11:00' },
  ]
  const blocked = { ...hours, overrides: [{ date: '2026-11-30', timeRanges, note: '' }] }
  const { person } = open({ kind: 'time', range }, blocked)
  expect(await screen.findByText(/^You’ve closed this part of your weekly hours/)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Open this time again' }))
  expect(await screen.findByText('Time opened. Students can book it again.')).toBeVisible()
  expect(bodies).toEqual([{ ...hours.availability, overrides: [] }])
})

test('outside the open hours there is nothing to block, but a class can be published', async () => {
  const evening = { start: '2026-11-30T12:30:00Z', end: '2026-11-30T13:30:00Z' }
  const { person, onDialog } = open({ kind: 'time', range: evening })
  expect(await screen.findByText(/^Outside your open hours/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Block this time' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Publish a class here' }))
  expect(onDialog).toHaveBeenCalledWith({ kind: 'publish', start: evening.start })
})

test('the dialog for a new class says what a credit is worth', async () => {
  respondWith('*/api/teacher/payment-settings', () => somePaymentSettings())
  open({ kind: 'publish', start: '2026-11-30T12:30:00Z' })
  const hint =
    'From 1 to 100. Students who pay with money pay your hourly rate (₹999 or $24.99) for each credit, plus fees.'
  expect(await screen.findByText(hint)).toBeVisible()
})
