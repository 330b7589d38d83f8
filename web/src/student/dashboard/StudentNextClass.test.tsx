import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aBooking } from '@/test/builders'

const START = { dateTime: '2026-11-24T08:00:00Z', endDateTime: '2026-11-24T09:00:00Z' }

test.each([
  ['the title of a published class', { title: 'Varnam' }, /^Tue, 24 Nov, 8:00 am · Varnam$/],
  [
    'the teacher who was booked, if it is another one',
    { teacherId: 'teacher-2', teacherName: 'Leela Rao' },
    /^Tue, 24 Nov, 8:00 am · Private · Leela Rao$/,
  ],
])('the next class shows %s', async (_, about, words) => {
  startStudentApi({ active: [aBooking({ ...START, ...about })] })
  renderStudentArea('/booking')
  const label = await screen.findByText('Your next class')
  expect(label.nextSibling?.textContent).toMatch(words)
})
