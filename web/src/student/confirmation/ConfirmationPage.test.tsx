import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aBooking } from '@/test/builders'
import { readLastBooking, storeLastBooking } from './lastBooking'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

it('shows the last booking and links to the classes', async () => {
  startStudentApi()
  storeLastBooking(aBooking())
  const { person } = renderStudentArea('/confirmation')
  expect(await screen.findByText('4F2A-91C3')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'See Active Classes' }))
  expect(await screen.findByText('No active classes found')).toBeVisible()
  expect(window.location.href).toMatch(/\/booking#activeclasses$/)
})

it.each([
  ['there is none', () => undefined],
  ['it is somebody else’s', () => storeLastBooking(aBooking({ studentId: 'student-2' }))],
  ['it cannot be read', () => sessionStorage.setItem('tala.last-booking', '{"bookingId":7}')],
  ['it is no JSON', () => sessionStorage.setItem('tala.last-booking', '{')],
])('redirects to the dashboard when %s', async (_, prepare) => {
  startStudentApi()
  prepare()
  expect(readLastBooking('student-1')).toBeNull()
  renderStudentArea('/confirmation')
  expect(await screen.findByRole('heading', { name: 'Namaste, Meera' })).toBeVisible()
  await waitFor(() => expect(window.location.href).toMatch(/\/booking#dashboard$/))
})
