import { useEffect, useEffectEvent } from 'react'

/** How long to wait before asking again, in seconds; the last one goes on. */
const VERIFYING = [1, 2, 3, 5, 8, 13, 20, 30]
const WAITING = [15]
const ASKING = [1, 2]
const WAITS = { verifying: VERIFYING, asking: ASKING, waiting: WAITING }
/** After so many questions only a return to the page or to the network asks once more. */
const MOST_QUESTIONS = 60

export type Watch = 'verifying' | 'asking' | 'waiting' | null

/**
 * Asks how an order stands, ever less often; and at once when the network or the student comes back. `asking` is for a
 * few questions in a row, with a word when they have been asked.
 */
export function useOrderWatch(
  watch: Watch,
  orderId: string | null,
  ask: () => Promise<void>,
  onAsked: () => void,
): void {
  const onTime = useEffectEvent(ask)
  const onEnough = useEffectEvent(onAsked)

  useEffect(() => {
    if (!watch || !orderId) return
    const waits = WAITS[watch]
    const most = watch === 'asking' ? ASKING.length : MOST_QUESTIONS
    let asked = 0
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      if (stopped) return
      if (asked >= most) {
        if (watch === 'asking') onEnough()
        return
      }
      const seconds = waits[Math.min(asked, waits.length - 1)] ?? 0
      asked += 1
      timer = setTimeout(() => void onTime().finally(next), seconds * 1000)
    }
    const back = () => {
      if (document.visibilityState === 'visible') void onTime()
    }
    next()
    window.addEventListener('online', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      // What runs out after this must not start another round.
      stopped = true
      clearTimeout(timer)
      window.removeEventListener('online', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [watch, orderId])
}
