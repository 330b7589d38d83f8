import { setErrorListener } from '@/api/errorListener'
import { ensureTemporal } from '@/lib/time'
import { applyApiError } from '@/session/applyApiError'
import { syncWithOtherTabs } from '@/session/otherTabs'
import { registerTokenProvider } from '@/session/tokens'

let pending: Promise<void> | null = null

/** Prepares what every page needs before it reads the session. Runs once. */
export function bootstrap(): Promise<void> {
  pending ??= start()
  return pending
}

async function start(): Promise<void> {
  registerTokenProvider()
  setErrorListener(applyApiError)
  syncWithOtherTabs(
    (path) => window.location.assign(path),
    () => window.location.reload(),
  )
  await ensureTemporal()
}
