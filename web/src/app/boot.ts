import { ensureTemporal } from '@/lib/time'
import { followOtherTabs } from '@/session/otherTabs'
import { connectTokens } from '@/session/tokens'

let booting: Promise<void> | null = null

/** What has to stand before any page may look at the session, done once. */
export function boot(): Promise<void> {
  booting ??= start()
  return booting
}

async function start(): Promise<void> {
  connectTokens()
  followOtherTabs(
    (path) => window.location.assign(path),
    () => window.location.reload(),
  )
  await ensureTemporal()
}
