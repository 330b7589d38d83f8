import { expect, test } from 'vitest'
import { aPending } from '@/admin/test/builders'
import { hoursText } from './hoursText'

test('weekly hours start on Monday, with all ranges of a day on one line', () => {
  const { availability } = aPending()
  expect(availability && hoursText(availability).split('\n')).toEqual([
    'Tuesday: 7:30 am–9:30 am, 5:00 pm–Midnight',
    'Sunday: 9:00 am–12:00 pm',
    '(Kolkata time)',
  ])
})
