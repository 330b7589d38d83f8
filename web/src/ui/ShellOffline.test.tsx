import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '@/test/render'
import { Shell } from './Shell'

const connection = vi.hoisted(() => ({ attempts: 0, isOffline: true }))
vi.mock('./MenuDrawer', async (load) => {
  connection.attempts += 1
  if (connection.isOffline) throw new TypeError('Failed to fetch dynamically imported module')
  return await load()
})

test('a menu that cannot be loaded leaves the page as it is, and opens once it can', async () => {
  const { person } = renderUi(
    <Shell productName="Tala" menu={[{ key: 'credits', label: 'My Credits', href: '#credits' }]}>
      <p>Your classes</p>
    </Shell>,
  )
  const button = screen.getByRole('button', { name: 'Open menu' })
  await person.click(button)
  await vi.waitFor(() => expect(connection.attempts).toBeGreaterThan(0))
  expect(screen.getByText('Your classes')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'My Credits' })).toBeNull()
  connection.isOffline = false
  await person.click(button)
  expect(await screen.findByRole('link', { name: 'My Credits' })).toBeVisible()
})
