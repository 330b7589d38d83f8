import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { anEvent } from '@/teacher/test/builders'
import { renderTeacher, respondWith, respondWithEmptyDashboard } from '@/teacher/test/renderTeacher'

const VisibleObserver = globalThis.IntersectionObserver
type Report = (entries: readonly { isIntersecting: boolean }[]) => void
let report: Report | undefined

beforeEach(() => {
  report = undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Report) {
        report = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  setClock(() => Date.parse('2026-11-23T08:00:00Z'))
  respondWithEmptyDashboard()
  respondWith('*/api/teacher/calendar', () => ({ events: [anEvent()] }))
})
afterEach(() => {
  vi.stubGlobal('IntersectionObserver', VisibleObserver)
  setClock()
})

/** As long as the hook takes to load a module: a frame, a task and the import. */
async function frameAndImport(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  await import('@/ui/WeekCalendar')
}

test('the calendar below the first screen waits until it comes near', async () => {
  renderTeacher('/teacher#dashboard', { wide: false })
  // Today's list has the same classes.
  await screen.findByText(/Meera Iyer/)
  const entry = { name: /Meera Iyer 10:00 am/ }
  await waitFor(() => expect(report).toBeDefined())
  act(() => report?.([{ isIntersecting: false }]))
  await act(frameAndImport)
  expect(screen.queryByRole('button', entry)).toBeNull()
  act(() => report?.([{ isIntersecting: true }]))
  expect(await screen.findByRole('button', entry)).toBeVisible()
})
