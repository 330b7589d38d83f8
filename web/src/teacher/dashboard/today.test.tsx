import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { teacherCopy } from '@/copy/teacher'
import { setClock } from '@/lib/clock'
import { anEvent, aPublishedClass } from '@/teacher/test/builders'
import {
  recordRequests,
  renderTeacher,
  respondWith,
  respondWithEmptyDashboard,
} from '@/teacher/test/renderTeacher'
import { aBooking } from '@/test/builders'

beforeEach(() => {
  setClock(() => Date.parse('2026-11-23T08:00:00Z'))
  respondWithEmptyDashboard()
  respondWith('*/api/teacher/calendar', () => ({ events: [anEvent()] }))
})
afterEach(() => setClock())

test('a published class without students can be the next class', async () => {
  respondWith('*/api/teacher/t-1/classes', () => ({
    classes: [aPublishedClass({ dateTime: '2026-11-23T09:00:00Z', title: 'Varnam workshop' })],
  }))
  renderTeacher('/teacher#dashboard')
  const next = await screen.findByRole('region', { name: 'Your next class' })
  expect(next).toHaveTextContent('Varnam workshop · 0 of 10 booked')
})

test('a published class without students is no longer the next class once it has started', async () => {
  respondWith('*/api/teacher/t-1/classes', () => ({
    classes: [
      aPublishedClass({ dateTime: '2026-11-23T07:45:00Z', title: 'Varnam workshop' }),
      aPublishedClass({ _id: 'class-2', dateTime: '2026-11-23T09:00:00Z', title: 'Jathi workshop' }),
    ],
  }))
  renderTeacher('/teacher#dashboard')
  const next = await screen.findByRole('region', { name: 'Your next class' })
  expect(next).toHaveTextContent('Jathi workshop · 0 of 10 booked')
})

test('a booked class is the next class, although one without students is earlier', async () => {
  respondWith('*/api/teacher/t-1/classes', () => ({
    classes: [aPublishedClass({ dateTime: '2026-11-23T09:00:00Z', title: 'Varnam workshop' })],
  }))
  renderTeacher('/teacher#dashboard')
  respondWith('*/api/active-classes', () => [aBooking({ dateTime: '2026-11-23T10:00:00Z' })])
  const next = await screen.findByRole('region', { name: 'Your next class' })
  await waitFor(() => expect(next).toHaveTextContent('Private class with Meera Iyer'))
  expect(next).not.toHaveTextContent('Varnam workshop')
})

describe('start of the dashboard', () => {
  test('lists what a new teacher has to do', async () => {
    renderTeacher('/teacher#dashboard')
    const list = await screen.findByRole('region', { name: 'Finish setting up' })
    expect(list).toHaveTextContent('0 of 4 done')
    expect(within(list).getByRole('link', { name: 'Set your weekly hours' })).toHaveAttribute(
      'href',
      '#availability',
    )
    expect(within(list).getByRole('button', { name: 'Publish a group class' })).toBeVisible()
  })

  test('counts a published class that has passed', async () => {
    respondWith('*/api/teacher/t-1/classes', (url) => ({
      classes: (url.searchParams.get('from') ?? '') < '2026-11-23' ? [aPublishedClass()] : [],
    }))
    renderTeacher('/teacher#dashboard')
    const list = await screen.findByRole('region', { name: 'Finish setting up' })
    expect(list).toHaveTextContent('1 of 4 done')
  })

  test('shows today’s classes, the month’s earnings and the next payout', async () => {
    renderTeacher('/teacher#dashboard')
    const today = await screen.findByRole('region', { name: 'Today' })
    await waitFor(() => expect(today).toHaveTextContent('10:00 am Meera Iyer · Private'))
    const money = screen.getByRole('region', { name: 'This month' })
    await waitFor(() => expect(money).toHaveTextContent('Earned in November 2026₹15,627.50'))
    expect(money).toHaveTextContent('Next payout on Tue, 1 DecNothing yet')
  })

  test('shows since when an overdue payout is due, and that it needs a bank account', async () => {
    setClock(() => Date.parse('2026-12-02T08:00:00Z'))
    const amounts = [{ currency: 'USD', amount: 44.98, classes: 2 }]
    respondWith('*/api/teacher/payouts', () => ({
      next: { on: '2026-12-01', paymentCycle: 'Monthly', hasAccount: false, amounts },
      payouts: [],
    }))
    renderTeacher('/teacher#dashboard')
    const money = await screen.findByRole('region', { name: 'This month' })
    await waitFor(() => expect(money).toHaveTextContent('Payout due since Tue, 1 Dec$44.98'))
    expect(
      within(money).getByRole('link', { name: 'Add your bank account so we can pay you.' }),
    ).toBeVisible()
  })
})

test('the header of a day in the week opens that day', async () => {
  const starts: (string | null)[] = []
  respondWith('*/api/teacher/calendar', (url) => {
    starts.push(url.searchParams.get('from'))
    return { events: [anEvent({ dateTime: '2026-11-24T10:00:00Z' })] }
  })
  const { person } = renderTeacher('/teacher#dashboard')
  await person.click(await screen.findByRole('button', { name: /Tue\s*24/ }))
  expect(await screen.findByRole('radio', { name: 'Day' })).toBeChecked()
  await waitFor(() => expect(starts.at(-1)).toBe('2026-11-24T00:00:00Z'))
  expect(await screen.findByRole('button', { name: /Meera Iyer 10:00 am/ })).toBeVisible()
})

test('a day is cancelled in one act after a preview', async () => {
  const bodies = recordRequests('post', '*/api/teacher/t-1/cancel-day', () => ({
    success: true,
    classes: 1,
    bookings: 1,
    timeOff: true,
  }))
  const { person } = renderTeacher('/teacher#dashboard', { wide: false })
  const bar = await screen.findByRole('navigation', { name: 'Main sections' })
  expect(within(bar).getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page')
  expect(bar).toHaveTextContent('TodayClassesHoursMoneyMore')
  await person.click(await screen.findByRole('button', { name: 'I can’t teach today' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel all classes on Mon, 23 Nov?' })
  expect(await within(dialog).findByText('1 class will be cancelled:')).toBeVisible()
  expect(within(dialog).getByRole('listitem')).toHaveTextContent('10:00 am Private: Meera Iyer')
  expect(within(dialog).getByRole('button', { name: 'Keep the class' })).toBeVisible()
  expect(dialog).toHaveTextContent('We’ll email 1 student now. They get their money or credit back')
  const reason = within(dialog).getByRole('textbox', { name: /Reason/ })
  expect(reason).toHaveAccessibleDescription('Included in the email to your student.')
  await person.type(reason, 'Fever')
  await person.click(within(dialog).getByRole('button', { name: 'Cancel 1 class' }))
  expect(
    await screen.findByText(
      '1 class cancelled. We’ve emailed your student and returned their payment or credit.',
    ),
  ).toBeVisible()
  expect(bodies).toEqual([{ date: '2026-11-23', timeZone: 'UTC', reason: 'Fever' }])
})

test.each([
  [2, 2, '2 classes cancelled. We’ve emailed 2 students, who get their money or credit back.'],
  [1, 0, '1 class cancelled.'],
])('the result for %d classes and %d students is counted', (classes, students, text) => {
  expect(teacherCopy.cancelDay.done(classes, students)).toBe(text)
})

test.each(['Week', 'Month'])('a day can be cancelled in the %s view', async (view) => {
  const { person } = renderTeacher('/teacher#dashboard')
  await person.click(await screen.findByRole('radio', { name: view }))
  await person.click(screen.getByRole('button', { name: 'I can’t teach today' }))
  expect(await screen.findByRole('dialog', { name: 'Cancel all classes on Mon, 23 Nov?' })).toBeVisible()
})

test('a week is said to have no classes only once it is loaded', async () => {
  const { person } = renderTeacher('/teacher#dashboard')
  await screen.findByRole('button', { name: /Meera Iyer 10:00 am/ })
  let answer: (reply: object) => void = () => undefined
  respondWith('*/api/teacher/calendar', () => new Promise<object>((resolve) => (answer = resolve)))
  await person.click(screen.getByRole('button', { name: 'Next week' }))
  expect(screen.getByText('Mon, 30 Nov – Sun, 6 Dec')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Meera Iyer 10:00 am/ })).toBeNull()
  expect(screen.queryByText('No classes this week.')).toBeNull()
  answer({ events: [] })
  expect(await screen.findByText('No classes this week.')).toBeVisible()
})

describe('a day off', () => {
  const timeOff = {
    availability: { timeZone: 'UTC', visibilityDays: 30, weeklySchedule: [], version: 3 },
    overrides: [{ date: '2026-11-23', timeRanges: [], note: '' }],
    clockChanges: [],
    studentTimeZones: [],
  }

  test('without classes says so, with the way to change it, and cannot be cancelled again', async () => {
    respondWith('*/api/teacher/t-1/availability', () => timeOff)
    respondWith('*/api/teacher/calendar', () => ({ events: [] }))
    const { person } = renderTeacher('/teacher#dashboard', { wide: false })
    expect(await screen.findByText('You’re off on this day.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Change it in My Availability' })).toHaveAttribute(
      'href',
      '#availability',
    )
    expect(screen.queryByText('No classes on this day.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'I can’t teach today' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Next day' }))
    expect(await screen.findByText('No classes on this day.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel this day' })).toBeVisible()
  })

  test('with a class that is still on can be cancelled', async () => {
    respondWith('*/api/teacher/t-1/availability', () => timeOff)
    renderTeacher('/teacher#dashboard', { wide: false })
    expect(await screen.findByText('You’re off on this day.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'I can’t teach today' })).toBeVisible()
  })
})

test('an unknown section opens the dashboard', async () => {
  renderTeacher('/teacher#nonsense')
  await waitFor(() => expect(window.location.hash).toBe('#dashboard'))
})
