import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { familyCopy } from '@/copy/family'
import { takeRemovedChild } from '@/lib/removedChild'
import { useSession } from '@/session/useSession'
import { toastWarning } from '@/ui/toast'
import { Toasts } from './Toasts'

/** What appears over a page: toasts, and the questions about new terms and about the age. */
export function Overlays() {
  useEffect(() => {
    const name = takeRemovedChild()
    if (name) toastWarning(familyCopy.removed(name))
  }, [])
  return (
    <>
      <Toasts />
      <TermsQuestion />
      <AgeQuestion />
    </>
  )
}

// If the file cannot be loaded, the question is asked on the next visit.
const LazyTermsDialog = lazy<ComponentType<{ version: string }>>(() =>
  import('@/account/TermsDialog').then(
    ({ TermsDialog }) => ({ default: TermsDialog }),
    () => ({ default: () => null }),
  ),
)

/** The page stays as it is while it is covered by the question. */
function TermsQuestion() {
  const session = useSession()
  const version = session?.status === 'signedIn' && session.person.termsToAccept
  return <Suspense>{version && <LazyTermsDialog version={version} />}</Suspense>
}

// If the file cannot be loaded, the question is asked on the next visit.
const LazyAgeDialog = lazy<ComponentType>(() =>
  import('@/account/AgeDialog').then(
    ({ AgeDialog }) => ({ default: AgeDialog }),
    () => ({ default: () => null }),
  ),
)

/** Asked after the question about new terms. */
function AgeQuestion() {
  const session = useSession()
  const person = session?.status === 'signedIn' ? session.person : null
  return <Suspense>{person?.ageQuestion && !person.termsToAccept && <LazyAgeDialog />}</Suspense>
}
