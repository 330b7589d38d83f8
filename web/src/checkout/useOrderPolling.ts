import { useEffect, useEffectEvent } from 'react'

/** Polling intervals in seconds; the last one repeats. */
const VERIFYING_SECONDS = [1, 2, 3, 5, 8, 13, 20, 30]
const WAITING_SECONDS = [15]
const WINDOW_CLOSED_SECONDS = [1, 2]
const INTERVALS = {
  verifying: VERIFYING_SECONDS,
  windowClosed: WINDOW_CLOSED_SECONDS,
  waiting: WAITING_SECONDS,
}
/** After this many polls only a return to the page or to the network polls again. */
const MAX_POLLS = 60

export type PollingMode = 'verifying' | 'windowClosed' | 'waiting' | null

/**
 * Polls an order at growing intervals, and immediately when the network or the user returns.
 * `windowClosed` polls a few times and then calls `onPollingEnd`.
 */
export function useOrderPolling(
  mode: PollingMode,
  orderId: string | null,
  refresh: () => Promise<void>,
  onPollingEnd: () => void,
): void {
  const poll = useEffectEvent(refresh)
  const endPolling = useEffectEvent(onPollingEnd)

  useEffect(() => {
    if (!mode || !orderId) return
    const intervals = INTERVALS[mode]
    const maxPolls = mode === 'windowClosed' ? WINDOW_CLOSED_SECONDS.length : MAX_POLLS
    let polls = 0
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      if (stopped) return
      if (polls >= maxPolls) {
        if (mode === 'windowClosed') endPolling()
        return
      }
      const seconds = intervals[Math.min(polls, intervals.length - 1)] ?? 0
      polls += 1
      timer = setTimeout(() => void poll().finally(schedule), seconds * 1000)
    }
    const pollWhenBack = () => {
      if (document.visibilityState === 'visible') void poll()
    }
    schedule()
    window.addEventListener('online', pollWhenBack)
    document.addEventListener('visibilitychange', pollWhenBack)
    return () => {
      // A poll that finishes after this must not schedule another one.
      stopped = true
      clearTimeout(timer)
      window.removeEventListener('online', pollWhenBack)
      document.removeEventListener('visibilitychange', pollWhenBack)
    }
  }, [mode, orderId])
}
