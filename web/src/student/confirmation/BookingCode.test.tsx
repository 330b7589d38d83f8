import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBooking } from '@/test/builders'
import { renderUi } from '@/test/render'
import { BookingCode } from './BookingCode'

const booking = aBooking({ bookingCode: '1B5F-3E35' })

test('shows and copies the code', async () => {
  const { person } = renderUi(<BookingCode booking={booking} />)
  const code = screen.getByRole('button', { name: '1B5F-3E35, copy the booking code' })
  await person.click(code)
  expect(await screen.findByText('Booking code copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('1B5F-3E35')
})

test('shows an error when the browser blocks copying', async () => {
  const { person } = renderUi(<BookingCode booking={booking} />)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await person.click(screen.getByRole('button'))
  expect(await screen.findByText('Your browser blocked copying. The booking code is 1B5F-3E35')).toBeVisible()
})
