import { afterEach, expect, test } from 'vitest'
import { setDisplayChoices, type WeekStart } from '@/lib/display'
import { shownRange } from '@/teacher/dashboard/calendarRange'
import { calendarUrl } from './calendarUrl'

afterEach(() => setDisplayChoices())

const DAYS = ['2026-11-22', '2026-11-23', '2026-11-28', '2026-12-31', '2027-02-28']
const WEEK_STARTS: WeekStart[] = [0, 1, 6]

// The tests run in UTC; the browser tests cover other zones.
test.each(WEEK_STARTS.flatMap((weekStart) => DAYS.map((day) => ({ day, weekStart }))))(
  'on $day, with weeks from day $weekStart, equals the request of the calendar component',
  ({ day, weekStart }) => {
    setDisplayChoices({ zone: null, is24Hours: false, weekStart })
    const now = new Date(`${day}T18:30:00Z`)
    for (const [view, wide] of [
      ['week', true],
      ['day', false],
    ] as const) {
      const { from, to } = shownRange(view, day, 'UTC')
      const query = new URLSearchParams({ from, to }).toString()
      expect(calendarUrl(now, wide, weekStart)).toBe(`/api/teacher/calendar?${query}`)
    }
  },
)
