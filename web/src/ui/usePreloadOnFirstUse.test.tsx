import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePreloadOnFirstUse } from './usePreloadOnFirstUse'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function trackedLoaders() {
  const started: string[] = []
  const loader = (name: string, load = () => Promise.resolve()) => {
    return () => {
      started.push(name)
      return load()
    }
  }
  return { started, loader }
}

test.each(['pointerMove', 'pointerDown', 'keyDown', 'scroll'] as const)(
  'loads modules in order at the first %s, also after one that cannot be loaded',
  async (use) => {
    const { started, loader } = trackedLoaders()
    const loaders = {
      first: loader('first', () => Promise.reject(new Error('offline'))),
      second: loader('second'),
    }
    renderHook(() => usePreloadOnFirstUse(loaders))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(started).toEqual([])
    fireEvent[use](document.body)
    await vi.advanceTimersByTimeAsync(10)
    expect(started).toEqual(['first', 'second'])
  },
)

test('loads each module once', async () => {
  const { started, loader } = trackedLoaders()
  const loaders = { only: loader('only') }
  renderHook(() => usePreloadOnFirstUse(loaders))
  fireEvent.pointerDown(document.body)
  fireEvent.keyDown(document.body)
  await vi.advanceTimersByTimeAsync(10)
  expect(started).toEqual(['only'])
})

test('loads nothing more once the page has been left', async () => {
  const { started, loader } = trackedLoaders()
  let finishFirst = () => {}
  const first = new Promise<void>((resolve) => {
    finishFirst = resolve
  })
  const loaders = { first: loader('first', () => first), second: loader('second') }
  const { unmount } = renderHook(() => usePreloadOnFirstUse(loaders))
  fireEvent.scroll(document)
  await vi.advanceTimersByTimeAsync(10)
  unmount()
  finishFirst()
  await vi.advanceTimersByTimeAsync(10)
  expect(started).toEqual(['first'])
})
