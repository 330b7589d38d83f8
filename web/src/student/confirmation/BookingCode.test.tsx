import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aBooking } from '@/test/builders'
import { renderUi } from '@/test/render'
import { BookingCode } from './BookingCode'

const id = '01a1fc25-adf1-7dce-9474-257b1b5f3e35'
const booking = aBooking({ bookingId: id, bookingCode: '1B5F-3E35' })

test('shows the short code and copies the whole id', async () => {
  const { person } = renderUi(<BookingCode booking={booking} />)
  const code = screen.getByRole('button', { name: '1B5F-3E35, copy the whole booking ID' })
  expect(code).toHaveAttribute('title', id)
  await person.click(code)
  expect(await screen.findByText('Booking ID copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(id)
})

test('shows an error when the browser blocks copying', async () => {
  const { person } = renderUi(<BookingCode booking={booking} />)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await person.click(screen.getByRole('button'))
  expect(await screen.findByText(`Your browser blocked copying. The booking ID is ${id}`)).toBeVisible()
})
