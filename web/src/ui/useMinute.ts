import { useEffect, useState } from 'react'
import { clock } from '@/lib/time'

/** The present moment in milliseconds, read again every minute, for what changes while nobody touches it. */
export function useMinute(): number {
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
