import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Seconds left until `onEnd` is called, once. While `paused` it stands still and goes on from the same second.
 */
export function useCountdown(seconds: number, paused: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  const over = left <= 0

  useEffect(() => {
    if (paused || over) return
    const timer = setInterval(() => setLeft((value) => value - 1), 1000)
    return () => clearInterval(timer)
  }, [paused, over])

  useEffect(() => {
    if (over) end()
  }, [over])

  return Math.max(left, 0)
}
