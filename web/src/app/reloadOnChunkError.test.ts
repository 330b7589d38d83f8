import { beforeEach, expect, test, vi } from 'vitest'
import { reloadOnChunkError } from './reloadOnChunkError'

beforeEach(() => sessionStorage.clear())

function open(onLine: boolean) {
  const reload = vi.fn()
  const page = Object.assign(new EventTarget(), {
    sessionStorage,
    location: { reload },
    navigator: { onLine },
  })
  reloadOnChunkError(page as unknown as Window)
  return { page, reload }
}

test('a missing chunk reloads the page once', () => {
  const { page, reload } = open(true)
  const first = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(first)
  const second = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(second)
  expect(reload).toHaveBeenCalledOnce()
  expect([first.defaultPrevented, second.defaultPrevented]).toEqual([true, false])
})

test('the page stays open when the browser is offline', () => {
  const { page, reload } = open(false)
  const event = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(event)
  expect(reload).not.toHaveBeenCalled()
  expect(event.defaultPrevented).toBe(false)
})
