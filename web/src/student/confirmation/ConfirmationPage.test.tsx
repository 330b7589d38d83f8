import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { epochMs, setClock } from '@/lib/time'
import { startApi } from '@/student/test/api'
import { renderArea } from '@/student/test/renderArea'
import { aBooking } from '@/test/builders'
import { recallBooking, rememberBooking } from './lastBooking'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

it('shows the last booking, and leads to the classes', async () => {
  startApi()
  rememberBooking(aBooking())
  const { person } = renderArea('/confirmation')
  expect(await screen.findByText('4F2A-91C3')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'See Active Classes' }))
  expect(await screen.findByText('No active classes found')).toBeVisible()
  expect(window.location.href).toMatch(/\/booking#activeclasses$/)
})

it.each([
  ['there is none', () => undefined],
  ['it is somebody else’s', () => rememberBooking(aBooking({ studentId: 'student-2' }))],
  ['it cannot be read', () => sessionStorage.setItem('tala.last-booking', '{"bookingId":7}')],
  ['it is no JSON', () => sessionStorage.setItem('tala.last-booking', '{')],
])('leads to the dashboard when %s', async (_, prepare) => {
  startApi()
  prepare()
  expect(recallBooking('student-1')).toBeNull()
  renderArea('/confirmation')
  expect(await screen.findByRole('heading', { name: 'Namaste, Meera' })).toBeVisible()
  await waitFor(() => expect(window.location.href).toMatch(/\/booking#dashboard$/))
})
