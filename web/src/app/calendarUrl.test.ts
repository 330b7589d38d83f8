import { expect, test } from 'vitest'
import { shownRange } from '@/teacher/dashboard/calendarRange'
import { calendarUrl } from './calendarUrl'

// The tests run in UTC; the browser tests cover Kolkata.
test.each(['2026-11-22', '2026-11-23', '2026-12-31', '2027-02-28'])(
  'on %s equals the request of the calendar component',
  (day) => {
    const now = new Date(`${day}T18:30:00Z`)
    for (const [view, wide] of [
      ['week', true],
      ['day', false],
    ] as const) {
      const { from, to } = shownRange(view, day, 'UTC')
      const query = new URLSearchParams({ from, to }).toString()
      expect(calendarUrl(now, wide)).toBe(`/api/teacher/calendar?${query}`)
    }
  },
)
