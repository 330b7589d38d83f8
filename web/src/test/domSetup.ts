/** Setup of tests with a DOM: browser APIs that jsdom lacks, and the mock server. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { server } from './server'

// Mantine needs these.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
// Without a layout, everything counts as visible.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly #report: (entries: readonly { isIntersecting: boolean }[]) => void
    constructor(report: (entries: readonly { isIntersecting: boolean }[]) => void) {
      this.#report = report
    }
    observe() {
      queueMicrotask(() => this.#report([{ isIntersecting: true }]))
    }
    disconnect() {}
  },
)
Element.prototype.scrollIntoView = () => undefined
// Auto-sizing text areas wait for fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// A high limit, for a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// The test data is relative to this time.
beforeEach(() => setClock(() => Date.parse('2026-11-22T09:00:00Z')))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => server.close())
