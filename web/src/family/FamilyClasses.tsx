/** What accounts with several students see, loaded for them only. */
import { type ComponentType, lazy, Suspense } from 'react'
import { uiCopy } from '@/copy/ui'
import { Loading } from '@/ui/Loading'
import type { ClassTime } from './familyWeek'
import { useIsFamily } from './useIsFamily'

// If a file cannot be loaded, the page works without it.
const LazyFamilyWeek = lazy<ComponentType<{ zone: string }>>(() =>
  import('./FamilyWeek').then(
    ({ FamilyWeek }) => ({ default: FamilyWeek }),
    () => ({ default: () => null }),
  ),
)
const LazyOverlapWarning = lazy<ComponentType<{ classTime: ClassTime }>>(() =>
  import('./OverlapWarning').then(
    ({ OverlapWarning }) => ({ default: OverlapWarning }),
    () => ({ default: () => null }),
  ),
)

/** The classes of the next seven days, for the dashboard. */
export function FamilyClasses({ zone }: { zone: string }) {
  const isFamily = useIsFamily()
  if (!isFamily) return null
  return (
    <Suspense fallback={<Loading label={uiCopy.loading} height={140} />}>
      <LazyFamilyWeek zone={zone} />
    </Suspense>
  )
}

/** Says who else in the family has a class at this time. It does not prevent the booking. */
export function FamilyOverlap({ classTime }: { classTime: ClassTime }) {
  const isFamily = useIsFamily()
  return <Suspense>{isFamily && <LazyOverlapWarning classTime={classTime} />}</Suspense>
}
