import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '@/session/useSession'
import { Toasts } from './Toasts'

/** What appears over a page: toasts, and the question about new terms. */
export function Overlays() {
  return (
    <>
      <Toasts />
      <TermsQuestion />
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
