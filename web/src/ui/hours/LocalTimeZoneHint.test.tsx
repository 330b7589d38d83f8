import { useForm } from '@mantine/form'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type * as time from '@/lib/time'
import { renderUi } from '@/test/render'
import { HoursFields } from './HoursFields'
import { type HoursValues, toHoursValues } from './hoursForm'

const device = vi.hoisted(() => ({ zone: 'America/New_York' }))
vi.mock('@/lib/time', async (original) => ({
  ...(await original<typeof time>()),
  displayZone: () => device.zone,
}))

const india = { timeZone: 'Asia/Kolkata', visibilityDays: 30, weeklySchedule: [] }

function Hours({ saved }: { saved: typeof india | null }) {
  return <HoursFields form={useForm<HoursValues>({ initialValues: toHoursValues(saved) })} />
}

const zoneField = () => screen.getByRole('combobox', { name: /Time zone/ })

test('new hours start in the device’s zone (D41)', () => {
  renderUi(<Hours saved={null} />)
  expect(zoneField()).toHaveValue('United States, Eastern (New York)')
  expect(screen.queryByText(/This device/)).toBeNull()
})

test('new hours are in India’s zone if the device reports none', () => {
  device.zone = 'UTC'
  renderUi(<Hours saved={null} />)
  device.zone = 'America/New_York'
  expect(zoneField()).toHaveValue('India (Kolkata)')
})

test('a device elsewhere offers its zone for saved hours', async () => {
  const { person } = renderUi(<Hours saved={india} />)
  expect(zoneField()).toHaveValue('India (Kolkata)')
  expect(screen.getByText('This device is on New York time.')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Use New York' }))
  expect(zoneField()).toHaveValue('United States, Eastern (New York)')
  expect(screen.queryByText(/This device/)).toBeNull()
})
