import { useEffect, useEffectEvent, useState } from 'react'
import { clock, epochMs } from '@/lib/time'

interface CountdownProps {
  until: string
  /** Called once, when the time is up. */
  onOver?: () => void
}

/** `14:12`: what is left until a moment, second by second. A timer is not read out by itself. */
export function Countdown({ until, onOver }: CountdownProps) {
  const [now, setNow] = useState(clock.now)
  const end = epochMs(until)
  const over = !(end > now)
  const tellOver = useEffectEvent(() => onOver?.())

  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(clock.now()), 1000)
    return () => clearInterval(timer)
  }, [over])

  useEffect(() => {
    if (over) tellOver()
  }, [over])

  return <span role="timer">{clockFace(over ? 0 : end - now)}</span>
}

function clockFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
