import { useEffect, useState } from 'react'
import { clock } from '@/lib/time'

/** The present moment in milliseconds, read again every `everySeconds`, for what changes while nobody touches it. */
export function useNow(everySeconds = 20): number {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  return now
}
