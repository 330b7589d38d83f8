import { expect, test, vi } from 'vitest'
import { loadPage } from './loadPage'

const at = (href: string) => {
  const { pathname, search } = new URL(href)
  return { href, pathname, search, replace: vi.fn(), reload: vi.fn() }
}

test.each([
  ['/booking', false],
  ['/booking?ref=1#history', false],
  ['/teacher#help', false],
  ['/booking#history', true],
])('%s is loaded, by a reload only for another fragment', (href, isReloaded) => {
  const location = at('https://tala.example/booking#account')
  void loadPage(href, location as unknown as Location)
  expect(location.replace).toHaveBeenCalledWith(href)
  expect(location.reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
})
