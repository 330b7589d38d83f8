import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AvailabilityReply, PreviewAvailabilityReply } from '@/api/teacherTypes'
import { setClock } from '@/lib/clock'
import { aPublishedClass, somePaymentSettings } from '@/teacher/test/builders'
import { recordRequests, renderTeacher, respondWith } from '@/teacher/test/renderTeacher'
import { aSlot } from '@/test/builders'
import { clockChangeText } from './ClockChangeNotice'

const NO_TEXTS = { title: '', description: '', level: '' }
const hours = {
  timeZone: 'Asia/Kolkata',
  visibilityDays: 30,
  weeklySchedule: [{ dayOfWeek: 1, timeRanges: [{ start: '07:00', end: '09:00' }] }],
  version: 3,
}
const saved: AvailabilityReply = {
  availability: hours,
  overrides: [],
  clockChanges: [],
  studentTimeZones: ['America/New_York'],
}
const slotOn = (day: string, time = '01:30') =>
  aSlot({ _id: `${day} ${time}`, dateTime: `${day}T${time}:00Z` })
let preview: PreviewAvailabilityReply
let previewRequests: Record<string, unknown>[]

beforeEach(() => {
  setClock(() => Date.parse('2026-11-22T08:00:00Z'))
  saved.availability = hours
  preview = {
    days: 14,
    slots: [slotOn('2026-11-23'), slotOn('2026-11-23', '02:30')],
    outside: [],
    onDaysOff: [],
  }
  respondWith('*/api/teacher/t-1/availability', () => saved)
  respondWith('*/api/teacher/t-1/classes', () => ({ classes: [] }))
  previewRequests = recordRequests('post', '*/api/teacher/t-1/availability/preview', () => preview)
})
afterEach(() => setClock())

const open = async () => {
  const view = renderTeacher('/teacher#availability')
  await screen.findByRole('form', { name: 'My Availability' })
  return view
}

describe('preview', () => {
  test('includes published classes', async () => {
    const kind = { isVirtualSlot: false, classTypeKey: 'Group', title: 'Varnam workshop' } as const
    const workshop = aSlot({ _id: 'p-1', dateTime: '2026-11-26T06:30:00Z', ...kind })
    preview = { ...preview, slots: [...preview.slots, workshop] }
    await open()
    const days = await screen.findByRole('region', { name: 'What students see' })
    await waitFor(() => expect(days).toHaveTextContent('Thu, 26 Nov12:00 pmVarnam workshop'))
  })

  test('shows two weeks in the teacher’s and a student’s local time', async () => {
    const { person } = await open()
    const days = await screen.findByRole('region', { name: 'What students see' })
    await waitFor(() => expect(days).toHaveTextContent('Mon, 23 Nov'))
    expect(days).toHaveTextContent('Times students could book in the next two weeks.')
    expect(days).toHaveTextContent('7:00 amSun, 8:30 pm')
    expect(days).toHaveTextContent('8:00 amSun, 9:30 pm')
    await person.click(within(days).getByRole('combobox', { name: 'Student’s time zone' }))
    await person.click(await screen.findByRole('option', { name: 'United Kingdom (London)' }))
    expect(days).toHaveTextContent('8:00 am2:30 am')
  })

  test('follows the form and warns of booked classes that would be outside the hours', async () => {
    const { person } = await open()
    await waitFor(() => expect(previewRequests).toHaveLength(1))
    const outside = [{ _id: 'b-1', dateTime: '2026-11-30T01:30:00Z', studentName: 'Meera Iyer' }]
    preview = { ...preview, outside }
    await person.click(screen.getByRole('button', { name: 'Remove Monday, 7:00 am' }))
    expect(await screen.findByText('1 booked class is outside these hours')).toBeVisible()
    expect(screen.getByText(/Meera Iyer/)).toBeVisible()
    expect(previewRequests.at(-1)).toMatchObject({
      timeZone: 'Asia/Kolkata',
      weeklySchedule: [],
      overrides: [],
    })
  })

  test('shows exactly the slots that the server lists for students', async () => {
    saved.availability = { ...hours, visibilityDays: 3 }
    preview = { ...preview, slots: [slotOn('2026-11-23')] }
    await open()
    const days = await screen.findByRole('region', { name: 'What students see' })
    await waitFor(() => expect(days).toHaveTextContent('Mon, 23 Nov'))
    expect(within(days).getAllByText('7:00 am')).toHaveLength(1)
    expect(days).toHaveTextContent('Times students could book in the next 3 days.')
  })

  test('shows a message if nothing is open in that time', async () => {
    saved.availability = { ...hours, visibilityDays: 1 }
    preview = { ...preview, slots: [] }
    await open()
    const days = await screen.findByRole('region', { name: 'What students see' })
    expect(await within(days).findByText('No open slots in that time.')).toBeVisible()
    expect(days).toHaveTextContent('Times students could book in the next day.')
  })

  test('waits for complete hours', async () => {
    const { person } = await open()
    await person.clear(screen.getByRole('textbox', { name: /Visibility days/ }))
    expect(await screen.findByText('Finish the hours above to see them here.')).toBeVisible()
  })
})

test('time off is saved as single dates, and bookings outside the hours are listed', async () => {
  const bodies = recordRequests('post', '*/api/teacher/t-1/availability', (body) => ({
    success: true,
    availability: { ...saved.availability, version: 4 },
    overrides: body.overrides,
    outside: [{ _id: 'b-1', dateTime: '2026-12-24T01:30:00Z', studentName: 'Meera Iyer' }],
    onDaysOff: [{ _id: 's-1', dateTime: '2026-12-25T04:30:00Z', title: 'Varnam workshop', seatsTaken: 0 }],
  }))
  const { person } = await open()
  await person.click(screen.getByRole('button', { name: 'Add time off or different hours' }))
  await person.type(screen.getByLabelText('First day'), '2026-12-24')
  await person.type(screen.getByLabelText('Last day'), '2026-12-25')
  await person.type(screen.getByRole('textbox', { name: 'Private note' }), 'Holidays')
  await person.click(screen.getByRole('button', { name: 'Save availability' }))
  expect(await screen.findByText('Availability saved successfully')).toBeVisible()
  expect(bodies[0]).toMatchObject({
    version: 3,
    overrides: [
      { date: '2026-12-24', timeRanges: [], note: 'Holidays' },
      { date: '2026-12-25', timeRanges: [], note: 'Holidays' },
    ],
  })
  expect(await screen.findByText('1 booked class is outside these hours')).toBeVisible()
  expect(screen.getByText('You have 1 class on a day off')).toBeVisible()
  expect(screen.getByText(/Varnam workshop/)).toHaveTextContent('4:30 am · Varnam workshop · no bookings')
  expect(screen.getByLabelText('Last day')).toHaveValue('2026-12-25')
})

test('the hours of a day are copied to other days', async () => {
  const { person } = await open()
  await person.click(screen.getByRole('button', { name: 'Copy Monday to other days' }))
  await person.click(await screen.findByRole('checkbox', { name: 'Wednesday' }))
  await person.click(screen.getByRole('button', { name: 'Copy' }))
  expect(screen.getByRole('button', { name: 'Remove Wednesday, 7:00 am' })).toBeVisible()
  expect(screen.getByText('4 classes a week')).toBeVisible()
})

test.each([
  [
    {
      timeZone: 'America/New_York',
      who: 'students' as const,
      count: 3,
      at: '2026-11-01T06:00:00Z',
      minutes: -60,
    },
    'On Sun, 1 Nov clocks in New York go back by 1 hour. For 3 of your students your classes are then 1 hour earlier.',
  ],
  [
    { timeZone: 'America/New_York', who: 'you' as const, count: 0, at: '2027-03-14T07:00:00Z', minutes: 60 },
    'On Sun, 14 Mar your clocks go forward by 1 hour. Your hours stay the same for you. For students whose clocks don’t change, they are 1 hour earlier.',
  ],
])('a clock change is announced: $who', (change, sentence) => {
  expect(clockChangeText(change)).toBe(sentence)
})

describe('published classes', () => {
  beforeEach(() => {
    respondWith('*/api/teacher/bookings', () => ({ items: [], next: null, total: 0 }))
    respondWith('*/api/teacher/payment-settings', () => somePaymentSettings())
  })
  const openClasses = async () => {
    const view = renderTeacher('/teacher#classes')
    await screen.findByRole('heading', { name: 'One-off classes' })
    return view
  }
  const openDialog = async () => {
    const view = await openClasses()
    await view.person.click(await screen.findByRole('button', { name: 'Publish a class' }))
    const dialog = await screen.findByRole('dialog', { name: 'Publish a class' })
    const choose = async (field: RegExp, option: string) => {
      await view.person.click(within(dialog).getByRole('combobox', { name: field }))
      await view.person.click(await screen.findByRole('option', { name: option }))
    }
    return { ...view, dialog, choose }
  }

  test('are published in the teacher’s zone', async () => {
    const bodies = recordRequests('post', '*/api/teacher/t-1/classes', () => ({
      success: true,
      class: aPublishedClass(),
    }))
    const { person, dialog, choose } = await openDialog()
    await person.type(within(dialog).getByLabelText(/Date/), '2026-11-28')
    await choose(/^Start/, '10:00 am')
    await person.click(within(dialog).getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Class published. Your students can book it now.')).toBeVisible()
    expect(bodies).toEqual([
      { dateTime: '2026-11-28T04:30:00Z', classTypeKey: 'Group', capacity: 10, creditCost: 1, ...NO_TEXTS },
    ])
  })

  test('have two seats as a duet and are validated before sending', async () => {
    const { person, dialog, choose } = await openDialog()
    await choose(/Class type/, 'Duet')
    expect(within(dialog).getByText('Two students.')).toBeVisible()
    await person.type(within(dialog).getByLabelText(/Date/), '2026-11-22')
    await choose(/^Start/, '2:00 pm')
    await person.click(within(dialog).getByRole('button', { name: 'Publish' }))
    expect(
      within(dialog).getByText('Students can book until 12 hours before a class. Please choose a later time'),
    ).toBeVisible()
    await choose(/^Start/, '9:00 am')
    await person.click(within(dialog).getByRole('button', { name: 'Publish' }))
    expect(within(dialog).getByText('This time has passed. Choose a later date or time.')).toBeVisible()
  })

  test('can get more seats shortly before the start', async () => {
    respondWith('*/api/teacher/t-1/classes', () => ({
      classes: [aPublishedClass({ dateTime: '2026-11-22T13:00:00Z' })],
    }))
    const bodies = recordRequests('put', '*/api/teacher/t-1/classes/p-1', () => ({
      success: true,
      class: aPublishedClass(),
    }))
    const { person } = await openClasses()
    await person.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Change this class' })
    const seats = within(dialog).getByRole('textbox', { name: /Seats/ })
    await person.clear(seats)
    await person.type(seats, '20')
    await person.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Class changed.')).toBeVisible()
    expect(bodies).toEqual([
      {
        capacity: 20,
        ...NO_TEXTS,
        expected: { dateTime: '2026-11-22T13:00:00Z', capacity: 10, creditCost: 1 },
      },
    ])
  })

  test('are paged by ten; an empty page disappears', async () => {
    const classes = Array.from({ length: 11 }, (_, number) => aPublishedClass({ _id: `p-${number}` }))
    respondWith('*/api/teacher/t-1/classes', () => ({ classes }))
    recordRequests('post', '*/api/teacher/t-1/classes/p-10/cancel', () => {
      classes.pop()
      return { success: true, cancelled: 0 }
    })
    const { person } = await openClasses()
    const table = await screen.findByRole('table', { name: 'Published classes' })
    expect(within(table).getAllByRole('row')).toHaveLength(11)
    await person.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('Page 2 of 2')).toBeVisible()
    await person.click(screen.getByRole('button', { name: /^Cancel class/ }))
    const question = await screen.findByRole('dialog', { name: 'Cancel this class?' })
    await person.click(within(question).getByRole('button', { name: 'Cancel class' }))
    await waitFor(() => expect(screen.queryByText(/^Page/)).toBeNull())
    expect(within(table).getAllByRole('row')).toHaveLength(11)
  })

  test('keep time and cost while students are booked; seats may increase', async () => {
    respondWith('*/api/teacher/t-1/classes', () => ({ classes: [aPublishedClass({ seatsTaken: 3 })] }))
    const bodies = recordRequests('put', '*/api/teacher/t-1/classes/p-1', () => ({
      success: true,
      class: aPublishedClass(),
    }))
    const { person } = await openClasses()
    await person.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Change this class' })
    expect(within(dialog).getByLabelText(/Date/)).toBeDisabled()
    const seats = within(dialog).getByRole('textbox', { name: /Seats/ })
    await person.clear(seats)
    await person.type(seats, '2')
    await person.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(within(dialog).getByText('3 seats are taken already')).toBeVisible()
    await person.clear(seats)
    await person.type(seats, '12')
    await person.click(within(dialog).getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Class changed.')).toBeVisible()
    expect(bodies).toEqual([
      {
        capacity: 12,
        ...NO_TEXTS,
        expected: { dateTime: '2026-11-28T04:30:00Z', capacity: 10, creditCost: 1 },
      },
    ])
  })
})
