import type { ScriptWords } from './words'

const MAX_SECONDS = 90

/** When to sign in again after the server rejected too many requests; `null` if it did not say. */
export function failureText({ busy }: ScriptWords, retryAfterSeconds: number | null): string | null {
  if (retryAfterSeconds === null) return null
  const inMinutes = retryAfterSeconds > MAX_SECONDS
  // From two on, so that the texts need no singular.
  const count = Math.max(2, Math.ceil(inMinutes ? retryAfterSeconds / 60 : retryAfterSeconds))
  return (inMinutes ? busy.minutes : busy.seconds).replace('{count}', String(count))
}
