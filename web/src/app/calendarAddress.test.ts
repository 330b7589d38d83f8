import { expect, test } from 'vitest'
import { shownRange } from '@/teacher/dashboard/calendarRange'
import { calendarAddress } from './calendarAddress'

// The zone of the tests is UTC; Kolkata's, which the browser tests have, is looked at there.
test.each(['2026-11-22', '2026-11-23', '2026-12-31', '2027-02-28'])(
  'asks on %s as the calendar does',
  (day) => {
    const now = new Date(`${day}T18:30:00Z`)
    for (const [view, wide] of [
      ['week', true],
      ['day', false],
    ] as const) {
      const { from, to } = shownRange(view, day, 'UTC')
      const query = new URLSearchParams({ from, to }).toString()
      expect(calendarAddress(now, wide)).toBe(`/api/teacher/calendar?${query}`)
    }
  },
)
