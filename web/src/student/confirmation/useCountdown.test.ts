import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCountdown } from './useCountdown'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

it('counts the seconds down and ends once', () => {
  const end = vi.fn()
  const { result } = renderHook(() => useCountdown(3, false, end))
  expect(result.current).toBe(3)
  pass(2999)
  expect(result.current).toBe(1)
  expect(end).not.toHaveBeenCalled()
  pass(1)
  expect(end).toHaveBeenCalledTimes(1)
  pass(10_000)
  expect(end).toHaveBeenCalledTimes(1)
  expect(result.current).toBe(0)
})

it('stands still while paused and goes on from the same second', () => {
  const end = vi.fn()
  const { result, rerender } = renderHook(({ paused }) => useCountdown(5, paused, end), {
    initialProps: { paused: false },
  })
  pass(2000)
  rerender({ paused: true })
  pass(60_000)
  expect(result.current).toBe(3)
  rerender({ paused: false })
  pass(2999)
  expect(end).not.toHaveBeenCalled()
  pass(1)
  expect(end).toHaveBeenCalledTimes(1)
})

it('does not end after it has been taken away', () => {
  const end = vi.fn()
  const { unmount } = renderHook(() => useCountdown(1, false, end))
  unmount()
  pass(5000)
  expect(end).not.toHaveBeenCalled()
})
