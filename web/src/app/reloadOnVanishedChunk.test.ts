import { beforeEach, expect, test, vi } from 'vitest'
import { reloadOnVanishedChunk } from './reloadOnVanishedChunk'

beforeEach(() => sessionStorage.clear())

function open(onLine: boolean) {
  const reload = vi.fn()
  const page = Object.assign(new EventTarget(), {
    sessionStorage,
    location: { reload },
    navigator: { onLine },
  })
  reloadOnVanishedChunk(page as unknown as Window)
  return { page, reload }
}

test('a vanished file reloads the page once, not for ever', () => {
  const { page, reload } = open(true)
  const first = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(first)
  const second = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(second)
  expect(reload).toHaveBeenCalledOnce()
  expect([first.defaultPrevented, second.defaultPrevented]).toEqual([true, false])
})

test('who has no connection keeps the page that is open', () => {
  const { page, reload } = open(false)
  const event = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(event)
  expect(reload).not.toHaveBeenCalled()
  expect(event.defaultPrevented).toBe(false)
})
