import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aSlot } from '@/test/builders'

test.each([true, false])('a published class is named by its title (wide: %s)', async (wide) => {
  const published = { classTypeKey: 'Group', capacity: 10, seatsLeft: 3, title: 'Varnam workshop' } as const
  startStudentApi({ slots: [aSlot({ dateTime: '2026-11-24T08:00:00Z', ...published })] })
  renderStudentArea('/booking', { wide })
  const name = /^8:00 am Group · 3 seats left Varnam workshop/
  expect(await screen.findByRole('button', { name })).toBeVisible()
})
