import { useForm } from '@mantine/form'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type * as time from '@/lib/time'
import { renderUi } from '@/test/render'
import { HoursFields } from './HoursFields'
import { type HoursValues, toHoursValues } from './hoursForm'

vi.mock('@/lib/time', async (original) => ({
  ...(await original<typeof time>()),
  browserZone: () => 'America/New_York',
}))

function Hours() {
  return <HoursFields form={useForm<HoursValues>({ initialValues: toHoursValues(null) })} />
}

test('hours default to India’s zone; a device elsewhere offers its own', async () => {
  const { person } = renderUi(<Hours />)
  const zone = screen.getByRole('combobox', { name: /Time zone/ })
  expect(zone).toHaveValue('India (Kolkata)')
  expect(screen.getByText('This device is on New York time.')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Use New York' }))
  expect(zone).toHaveValue('United States, Eastern (New York)')
  expect(screen.queryByText(/This device/)).toBeNull()
})
