import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPublishedClass } from '@/teacher/test/builders'
import { renderTeacher, respondWith } from '@/teacher/test/renderTeacher'

test('the buttons of a published class name its title and time', async () => {
  respondWith('*/api/teacher/bookings', () => ({ items: [], next: null, total: 0 }))
  respondWith('*/api/teacher/t-1/availability', () => ({ availability: null, overrides: [] }))
  respondWith('*/api/teacher/t-1/classes', () => ({
    classes: [aPublishedClass({ title: 'Varnam workshop' }), aPublishedClass({ _id: 'p-2' })],
  }))
  renderTeacher('/teacher#classes')
  const edit = await screen.findAllByRole('button', { name: /^Edit/ })
  expect(edit[0]).toHaveAccessibleName(/^Edit, Varnam workshop, \w+, 28 Nov, \d/)
  expect(edit[1]).toHaveAccessibleName(/^Edit, \w+, 28 Nov, \d/)
  const [cancel] = screen.getAllByRole('button', { name: /^Cancel class, / })
  expect(cancel).toHaveAccessibleName(/^Cancel class, Varnam workshop, \w+, 28 Nov/)
})
