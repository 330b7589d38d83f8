import { expect, test, vi } from 'vitest'
import { reloadOnVanishedChunk } from './reloadOnVanishedChunk'

test('a vanished file reloads the page once, not for ever', () => {
  const reload = vi.fn()
  const page = Object.assign(new EventTarget(), { sessionStorage, location: { reload } })
  reloadOnVanishedChunk(page as unknown as Window)
  const first = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(first)
  const second = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(second)
  expect(reload).toHaveBeenCalledOnce()
  expect([first.defaultPrevented, second.defaultPrevented]).toEqual([true, false])
})
