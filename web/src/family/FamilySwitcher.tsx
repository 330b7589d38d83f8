import { lazy, Suspense } from 'react'
import { useSession } from '@/session/useSession'
import { useChild } from './childName'

// If the file cannot be loaded, the page still says for whom it is.
const LazyFamilyMenu = lazy(() =>
  import('./FamilyMenu').then(
    ({ FamilyMenu }) => ({ default: FamilyMenu }),
    () => ({ default: ChildName }),
  ),
)

/**
 * Shows for whom the page is, and changes it. Nothing for accounts without children, who load no code
 * for it.
 */
export function FamilySwitcher({ area = 'student' }: { area?: 'student' | 'teacher' }) {
  const session = useSession()
  if (session?.status !== 'signedIn' || !session.learners?.length) return null
  return (
    <Suspense fallback={<ChildName />}>
      <LazyFamilyMenu area={area} />
    </Suspense>
  )
}

function ChildName() {
  return <span>{useChild()}</span>
}
