/** Sample data of the gallery, with short and long names. */
import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '@/api/error'
import type { GridDay } from '@/lib/calendar'
import type { WeeklyHours } from '@/ui/hours/hoursForm'
import type { SlotView } from '@/ui/SlotButton'
import type { CalendarEntry } from '@/ui/WeekCalendar'

/** A Monday, noon in Kolkata. */
export const NOW = '2026-11-23T06:30:00Z'
export const ZONE = 'Asia/Kolkata'
export const FAR_ZONE = 'America/New_York'
export const LONG_NAME = 'Venkatanarasimharajuvaripeta Lakshminarayana Subrahmanya-Bhattacharyya'

export const TODAY = '2026-11-23'
export const HELD_UNTIL = '2026-11-23T06:44:12Z'

const slot = (_id: string, hour: number, rest: Partial<SlotView> = {}): SlotView => ({
  _id,
  dateTime: `2026-11-23T${String(hour).padStart(2, '0')}:30:00Z`,
  classTypeKey: 'Private',
  creditCost: 1,
  capacity: 1,
  seatsLeft: 1,
  ...rest,
})

const DAY: SlotView[] = [
  slot('private', 7),
  slot('held', 8, { heldUntil: HELD_UNTIL }),
  slot('group', 9, { classTypeKey: 'Group', capacity: 10, seatsLeft: 3, title: 'Varnam workshop' }),
  slot('duet', 10, { classTypeKey: 'Duet', capacity: 2, seatsLeft: 1, creditCost: 2 }),
]

const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27']

/** Five days: full, empty, and three with one class each. */
export const SLOT_DAYS: GridDay<SlotView>[] = DAYS.map((day, index) => ({
  day,
  slots: index === 0 ? DAY : index === 1 ? [] : DAY.slice(index - 2, index - 1),
}))

const entry = (id: string, day: string, hour: number, rest: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id,
  title: 'Meera Krishnan',
  start: `${day} ${String(hour).padStart(2, '0')}:00:00`,
  end: `${day} ${String(hour + 1).padStart(2, '0')}:00:00`,
  classType: 'Private',
  time: `${hour}:00 am`,
  cancelled: false,
  ...rest,
})

export const ENTRIES: CalendarEntry[] = [
  entry('a', '2026-11-23', 9),
  entry('b', '2026-11-24', 10, { title: LONG_NAME }),
  entry('c', '2026-11-25', 11, { classType: 'Group' }),
  entry('d', '2026-11-26', 9, { cancelled: true }),
]

/** The second range overlaps the first. */
export const WEEK: WeeklyHours = {
  timeZone: FAR_ZONE,
  visibilityDays: 28,
  weeklySchedule: [
    {
      dayOfWeek: 1,
      timeRanges: [
        { start: '09:00', end: '12:00' },
        { start: '11:00', end: '13:00' },
      ],
    },
  ],
}

export const EXCEPTIONS = [
  { date: '2026-12-24', timeRanges: [], note: LONG_NAME },
  { date: '2027-01-14', timeRanges: [{ start: '17:00', end: '19:00' }], note: '' },
]

interface Row {
  id: string
  name: string
  at: string
  paid: string
}

export const ROWS: Row[] = [
  { id: '1', name: 'Arjun Nair', at: '2026-11-24T02:30:00Z', paid: '₹1,023' },
  { id: '2', name: LONG_NAME, at: '2027-01-31T18:29:00Z', paid: '₹1,23,45,678' },
]

type QueryFields = Pick<
  UseQueryResult<string>,
  'data' | 'error' | 'isFetching' | 'isRefetchError' | 'refetch'
>

const queryState = (state: Partial<QueryFields>) =>
  ({
    data: undefined,
    error: null,
    isFetching: false,
    isRefetchError: false,
    ...state,
  }) as UseQueryResult<string>

/** A query in each of its states. */
export const QUERY_STATES = {
  loading: queryState({ isFetching: true }),
  failed: queryState({ error: new ApiError(500, 'internal', { requestId: '01J9-7Q2M' }) }),
  old: queryState({ data: 'Nine classes', isRefetchError: true }),
  there: queryState({ data: 'Nine classes' }),
}
