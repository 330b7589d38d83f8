import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aSlot } from '@/test/builders'

vi.mock('./DayPicker', () => {
  throw new Error('The connection was lost.')
})

test('a wide screen shows the week if the month cannot be loaded', async () => {
  startStudentApi({ slots: [aSlot({ dateTime: '2026-11-24T08:00:00Z' })] })
  renderStudentArea('/booking', { wide: true })
  expect(await screen.findByRole('button', { name: 'Next week' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^8:00 am Private/ })).toBeVisible()
})
