import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCountdown } from './useCountdown'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

it('counts seconds and calls back once', () => {
  const end = vi.fn()
  const { result } = renderHook(() => useCountdown(3, false, end))
  expect(result.current).toBe(3)
  advance(2999)
  expect(result.current).toBe(1)
  expect(end).not.toHaveBeenCalled()
  advance(1)
  expect(end).toHaveBeenCalledTimes(1)
  advance(10_000)
  expect(end).toHaveBeenCalledTimes(1)
  expect(result.current).toBe(0)
})

it('pauses and continues from the same second', () => {
  const end = vi.fn()
  const { result, rerender } = renderHook(({ paused }) => useCountdown(5, paused, end), {
    initialProps: { paused: false },
  })
  advance(2000)
  rerender({ paused: true })
  advance(60_000)
  expect(result.current).toBe(3)
  rerender({ paused: false })
  advance(2999)
  expect(end).not.toHaveBeenCalled()
  advance(1)
  expect(end).toHaveBeenCalledTimes(1)
})

it('does not call back after unmounting', () => {
  const end = vi.fn()
  const { unmount } = renderHook(() => useCountdown(1, false, end))
  unmount()
  advance(5000)
  expect(end).not.toHaveBeenCalled()
})
