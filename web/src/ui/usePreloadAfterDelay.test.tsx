import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePreloadAfterDelay } from './usePreloadAfterDelay'

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

test('loads modules in order after the delay, also after one that cannot be loaded', async () => {
  const { started, loader } = trackedLoaders()
  const loaders = {
    first: loader('first', () => Promise.reject(new Error('offline'))),
    second: loader('second'),
  }
  renderHook(() => usePreloadAfterDelay(loaders))
  await vi.advanceTimersByTimeAsync(500)
  expect(started).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(started).toEqual(['first', 'second'])
})

test('loads nothing more once the page has been left', async () => {
  const { started, loader } = trackedLoaders()
  let finishFirst = () => {}
  const first = new Promise<void>((resolve) => {
    finishFirst = resolve
  })
  const loaders = { first: loader('first', () => first), second: loader('second') }
  const { unmount } = renderHook(() => usePreloadAfterDelay(loaders))
  await vi.advanceTimersByTimeAsync(700)
  unmount()
  finishFirst()
  await vi.advanceTimersByTimeAsync(700)
  expect(started).toEqual(['first'])
})
