import { useEffect, useEffectEvent, useState } from 'react'
import { clock } from '@/lib/clock'
import { epochMs } from '@/lib/time'

interface CountdownProps {
  until: string
  /** Called once, when the time is up. */
  onExpire?: () => void
}

/**
 * Time left until an instant, such as `14:12`, updated every second. Screen readers do not announce
 * each change.
 */
export function Countdown({ until, onExpire }: CountdownProps) {
  const [now, setNow] = useState(clock.now)
  const end = epochMs(until)
  const expired = !(end > now)
  const notifyExpired = useEffectEvent(() => onExpire?.())

  useEffect(() => {
    if (expired) return
    const timer = setInterval(() => setNow(clock.now()), 1000)
    return () => clearInterval(timer)
  }, [expired])

  useEffect(() => {
    if (expired) notifyExpired()
  }, [expired])

  return <span role="timer">{formatMinutesSeconds(expired ? 0 : end - now)}</span>
}

function formatMinutesSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
