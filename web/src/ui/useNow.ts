import { useEffect, useState } from 'react'
import { clock } from '@/lib/clock'

/** The current time in milliseconds, updated every `intervalSeconds`. */
export function useNow(intervalSeconds = 20): number {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), intervalSeconds * 1000)
    return () => clearInterval(timer)
  }, [intervalSeconds])
  return now
}
