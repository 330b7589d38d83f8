import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AvailabilityReply, PreviewAvailabilityReply } from '@/api/teacherTypes'
import type { Availability } from '@/api/types'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { AvailabilityEditor } from './AvailabilityEditor'

const saved: Availability = {
  timeZone: 'Asia/Kolkata',
  visibilityDays: 45,
  weeklySchedule: [
    { dayOfWeek: 1, timeRanges: [{ start: '07:00', end: '11:00' }] },
    { dayOfWeek: 1, timeRanges: [{ start: '17:00', end: '20:30' }] },
  ],
  version: 3,
}
const emptyExtras = {
  overrides: [],
  clockChanges: [],
  studentTimeZones: ['Asia/Kolkata', 'America/New_York'],
}
const reply = (overrides: Partial<Availability> = {}) => ({
  success: true,
  availability: { ...saved, ...overrides },
  overrides: [],
  outside: [],
  onDaysOff: [],
})
const requests: unknown[] = []
let preview: PreviewAvailabilityReply
const previewRequests: unknown[] = []

beforeEach(() => {
  server.use(http.get('*/api/teacher/t-1/classes', () => HttpResponse.json({ classes: [] })))
  preview = { days: 14, slots: [], outside: [], onDaysOff: [] }
  previewRequests.length = 0
  server.use(
    http.post('*/api/teacher/t-1/availability/preview', async ({ request }) => {
      previewRequests.push(await request.json())
      return HttpResponse.json(preview)
    }),
  )
})

const respondWith = (reply: () => Response) => {
  requests.length = 0
  server.use(
    http.post('*/api/teacher/t-1/availability', async ({ request }) => {
      requests.push(await request.json())
      return reply()
    }),
  )
}

function openEditor(
  value: Availability | null = saved,
  teacherId = 't-1',
  more: Partial<AvailabilityReply> = {},
) {
  const readAgain = vi.fn(() => Promise.resolve<AvailabilityReply | undefined>(undefined))
  const onUnsaved = vi.fn()
  const view = renderUi(
    <AvailabilityEditor
      teacherId={teacherId}
      saved={{ availability: value, ...emptyExtras, ...more }}
      reload={readAgain}
      onUnsaved={onUnsaved}
    />,
  )
  const save = () => view.person.click(screen.getByRole('button', { name: 'Save availability' }))
  return { ...view, readAgain, onUnsaved, save }
}

const time = (name: string) => screen.getByRole('combobox', { name })
const ranges = (day: string) =>
  within(screen.getByRole('group', { name: day })).queryAllByRole('combobox', { name: /start/ })

describe('My Availability', () => {
  test('shows seven days with their time ranges', () => {
    openEditor()
    expect(screen.getByRole('combobox', { name: /Time zone/ })).toHaveValue('India (Kolkata)')
    expect(screen.getByRole('textbox', { name: /Visibility days/ })).toHaveValue('45')
    expect(screen.getAllByRole('switch')).toHaveLength(7)
    expect(ranges('Monday')).toHaveLength(2)
    expect(time('Monday, end 2')).toHaveValue('8:30 pm')
    expect(screen.getByText('8:00 pm to 8:30 pm is too short for a class.')).toBeVisible()
    expect(screen.getByRole('switch', { name: 'Tuesday' })).not.toBeChecked()
    expect(ranges('Tuesday')).toHaveLength(0)
    expect(screen.getByText('7 classes a week')).toBeVisible()
  })

  test('starts with the specification’s visibility days', () => {
    openEditor(null)
    expect(screen.getByRole('textbox', { name: /Visibility days/ })).toHaveValue('30')
    expect(screen.getByText(/^No hours yet/)).toBeVisible()
  })

  test('saves the week in SPEC’s format with the version that was loaded', async () => {
    respondWith(() => HttpResponse.json(reply({ version: 4 })))
    const { person, save } = openEditor()
    await person.click(screen.getByRole('switch', { name: 'Tuesday' }))
    await save()
    expect(await screen.findByText('Availability saved successfully')).toBeVisible()
    expect(requests).toEqual([
      {
        timeZone: 'Asia/Kolkata',
        visibilityDays: 45,
        overrides: [],
        version: 3,
        weeklySchedule: [
          ...saved.weeklySchedule,
          { dayOfWeek: 2, timeRanges: [{ start: '09:00', end: '12:00' }] },
        ],
      },
    ])
    await save()
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]).toMatchObject({ version: 4 })
  })

  test('sends version 0 with the first save, so that another tab’s first save is not overwritten', async () => {
    respondWith(() => HttpResponse.json({ code: 'version_conflict' }, { status: 409 }))
    const { person, readAgain: reload, save } = openEditor(null)
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your availability was changed in another tab')
    expect(requests).toMatchObject([{ version: 0 }])
    reload.mockResolvedValue({ ...emptyExtras, availability: saved })
    await person.click(screen.getByRole('button', { name: 'Show the newer version' }))
    expect(await screen.findByText('7 classes a week')).toBeVisible()
  })

  test('sends nothing while a field is missing and shows which', async () => {
    respondWith(() => HttpResponse.json({}))
    const { person, save } = openEditor(null)
    await person.clear(screen.getByRole('textbox', { name: /Visibility days/ }))
    await save()
    expect(screen.getByText('Please specify visibility days')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Visibility days/ })).toHaveFocus())
    expect(requests).toEqual([])
  })

  test('accepts 1 to 90 visibility days', async () => {
    const { person, save } = openEditor()
    const days = screen.getByRole('textbox', { name: /Visibility days/ })
    await person.clear(days)
    await person.type(days, '91')
    await save()
    expect(screen.getByText('Please choose from 1 to 90 visibility days')).toBeVisible()
  })

  test('shows that there are unsaved changes until they are saved', async () => {
    respondWith(() => HttpResponse.json(reply({ visibilityDays: 60, version: 4 })))
    const { person, onUnsaved, save } = openEditor()
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    expect(onUnsaved).toHaveBeenLastCalledWith(false)
    const days = screen.getByRole('textbox', { name: /Visibility days/ })
    await person.clear(days)
    await person.type(days, '60')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    expect(onUnsaved).toHaveBeenLastCalledWith(true)
    await save()
    await waitFor(() => expect(onUnsaved).toHaveBeenLastCalledWith(false))
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  test('reports no unsaved changes after they were reverted', async () => {
    const { person, onUnsaved } = openEditor()
    await person.click(screen.getByRole('button', { name: 'Add hours on Tuesday' }))
    expect(onUnsaved).toHaveBeenLastCalledWith(true)
    await person.click(screen.getByRole('button', { name: 'Remove Tuesday, 9:00 am' }))
    expect(onUnsaved).toHaveBeenLastCalledWith(false)
  })

  test('keeps the changes as unsaved when saving fails', async () => {
    respondWith(() => HttpResponse.json({ code: 'unavailable', detail: 'We are busy.' }, { status: 503 }))
    const { person, onUnsaved, save } = openEditor()
    await person.click(screen.getByRole('button', { name: 'Add hours on Tuesday' }))
    await save()
    expect(await screen.findByText('Failed to save availability: We are busy.')).toBeVisible()
    expect(onUnsaved).toHaveBeenLastCalledWith(true)
    expect(screen.getByText('Unsaved changes')).toBeVisible()
  })

  test('removes a range', async () => {
    const { person } = openEditor()
    await person.click(screen.getByRole('button', { name: 'Remove Monday, 7:00 am' }))
    expect(ranges('Monday')).toHaveLength(1)
    expect(time('Monday, start')).toHaveValue('5:00 pm')
  })

  test.each([
    [['2026-12-07'], 'Still open on Mon, 7 Dec. That date has its own hours, listed below.'],
    [
      ['2026-12-07', '2026-12-01', '2026-12-14'],
      'Still open on Mon, 7 Dec and Mon, 14 Dec. Those dates have their own hours, listed below.',
    ],
    [
      ['2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'],
      'Still open on Mon, 7 Dec and 3 other dates. Those dates have their own hours, listed below.',
    ],
  ])('shows that %j stay open when Monday is turned off', async (dates, text) => {
    const onDate = (date: string) => ({ date, timeRanges: [{ start: '07:00', end: '08:00' }], note: '' })
    const { person } = openEditor(saved, 't-1', { overrides: dates.map(onDate) })
    const monday = within(screen.getByRole('group', { name: 'Monday' }))
    expect(monday.queryByText(/Still open/)).toBeNull()
    await person.click(screen.getByRole('switch', { name: 'Monday' }))
    expect(monday.getByText(text)).toBeVisible()
  })

  test('turns a day off, and on again with its hours', async () => {
    const { person } = openEditor()
    const monday = screen.getByRole('switch', { name: 'Monday' })
    await person.click(monday)
    expect(ranges('Monday')).toHaveLength(0)
    await person.click(monday)
    expect(ranges('Monday')).toHaveLength(2)
    expect(time('Monday, start')).toHaveValue('7:00 am')
  })

  test('sets Monday to Friday, 7 to 11 and 17 to 20:30, with typed times and a copy', async () => {
    respondWith(() => HttpResponse.json(reply()))
    const { person, save } = openEditor(null)
    const type = async (name: string, text: string) => {
      await person.clear(time(name))
      await person.type(time(name), text)
      await person.tab()
    }
    await person.click(screen.getByRole('switch', { name: 'Monday' }))
    await type('Monday, start', '7')
    await type('Monday, end', '11')
    await person.click(screen.getByRole('button', { name: 'Add hours on Monday' }))
    await type('Monday, end 2', '8:30p')
    await person.click(screen.getByRole('button', { name: 'Copy Monday to other days' }))
    await person.click(await screen.findByRole('button', { name: 'Mon to Fri' }))
    await save()
    await waitFor(() => expect(requests).toHaveLength(1))
    const ranges = ['1', '2', '3', '4', '5'].flatMap((day) => [
      { dayOfWeek: Number(day), timeRanges: [{ start: '07:00', end: '11:00' }] },
      { dayOfWeek: Number(day), timeRanges: [{ start: '17:00', end: '20:30' }] },
    ])
    expect(requests).toMatchObject([{ weeklySchedule: ranges }])
  })

  test('shows the server’s errors at their fields', async () => {
    respondWith(() =>
      HttpResponse.json(
        {
          code: 'invalid_fields',
          errors: [{ field: 'weeklySchedule.1.timeRanges.0.end', message: 'Please leave at least one hour' }],
        },
        { status: 422 },
      ),
    )
    const { save } = openEditor()
    await save()
    expect(await screen.findByText('Please leave at least one hour')).toBeVisible()
    expect(time('Monday, end 2')).toBeInvalid()
    await waitFor(() => expect(time('Monday, end 2')).toHaveFocus())
  })

  test('shows the reason of any other failure', async () => {
    respondWith(() => HttpResponse.json({ code: 'unavailable', detail: 'We are busy.' }, { status: 503 }))
    const { save } = openEditor()
    await save()
    expect(await screen.findByText('Failed to save availability: We are busy.')).toBeVisible()
  })

  test('does not overwrite changes from elsewhere and offers to load them', async () => {
    respondWith(() => HttpResponse.json({ code: 'version_conflict' }, { status: 409 }))
    const { person, readAgain, save } = openEditor()
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your availability was changed in another tab')
    readAgain.mockResolvedValue({
      ...emptyExtras,
      availability: { ...saved, visibilityDays: 60, version: 9 },
    })
    await person.click(screen.getByRole('button', { name: 'Show the newer version' }))
    expect(await screen.findByDisplayValue('60')).toBeVisible()
    expect(screen.queryByText(/changed in another tab/)).toBeNull()
    respondWith(() => HttpResponse.json(reply()))
    await save()
    await waitFor(() => expect(requests).toMatchObject([{ version: 9, visibilityDays: 60 }]))
  })

  test('shows an error without a teacher id', async () => {
    const { save } = openEditor(saved, '')
    await save()
    expect(
      await screen.findByText('Unable to save: User ID not available. Please try again later.'),
    ).toBeVisible()
  })
})
