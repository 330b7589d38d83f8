import { useEffect, useEffectEvent, useState } from 'react'

/** Counts down and calls `onEnd` once. While `paused` it keeps the remaining seconds. */
export function useCountdown(seconds: number, paused: boolean, onEnd: () => void): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  const isOver = secondsLeft <= 0

  useEffect(() => {
    if (paused || isOver) return
    const timer = setInterval(() => setSecondsLeft((value) => value - 1), 1000)
    return () => clearInterval(timer)
  }, [paused, isOver])

  useEffect(() => {
    if (isOver) end()
  }, [isOver])

  return Math.max(secondsLeft, 0)
}
