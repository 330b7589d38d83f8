import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '@/session/useSession'

// If the file cannot be loaded, the error of the booking still says why.
const LazyGuardianAlert = lazy<ComponentType<{ onLeave: () => void }>>(() =>
  import('./GuardianAlert').then(
    ({ GuardianAlert }) => ({ default: GuardianAlert }),
    () => ({ default: () => null }),
  ),
)

/** In dialogs in which people book or buy: why a student under 18 without a guardian cannot. */
export function GuardianNeeded({ onLeave }: { onLeave: () => void }) {
  const session = useSession()
  const isNeeded = session?.status === 'signedIn' && session.person.needsGuardian
  return <Suspense>{isNeeded && <LazyGuardianAlert onLeave={onLeave} />}</Suspense>
}
