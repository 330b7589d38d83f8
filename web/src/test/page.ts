/** What tests of pages stand on: a document that Mantine can live in, and a server that answers. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setClock } from '@/lib/time'
import { server } from './server'

// jsdom lacks what Mantine asks of a browser.
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
Element.prototype.scrollIntoView = () => undefined
// A text area that grows asks when the fonts are there.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// Waiting ends when what is waited for is there; the limit only matters on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// The builders' classes and credits lie around this day; a test that needs another sets its own.
beforeEach(() => setClock(() => Date.parse('2026-11-22T09:00:00Z')))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => server.close())
