import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '@/test/render'
import { Shell } from './Shell'

const isOffline = vi.hoisted(() => ({ value: true }))
vi.mock('./MenuDrawer', async (load) => {
  if (isOffline.value) throw new TypeError('Failed to fetch dynamically imported module')
  return await load()
})

test('a menu that cannot be loaded leaves the page as it is', async () => {
  const { person } = renderUi(
    <Shell productName="Tala" menu={[{ key: 'credits', label: 'My Credits', href: '#credits' }]}>
      <p>Your classes</p>
    </Shell>,
  )
  await person.click(screen.getByRole('button', { name: 'Open menu' }))
  expect(screen.getByText('Your classes')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'My Credits' })).toBeNull()
})
