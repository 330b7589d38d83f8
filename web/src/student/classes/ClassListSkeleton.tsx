import { Skeleton, VisuallyHidden } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import { useIsVeryWide } from '@/ui/useIsWide'

const ROWS = [1, 2, 3]

/** Placeholder while a list of classes is loading, at about its height. */
export function ClassListSkeleton() {
  const wide = useIsVeryWide()
  return (
    <div role="status">
      <VisuallyHidden>{studentCopy.classes.loading}</VisuallyHidden>
      {wide && <Skeleton height={42} mb="xs" />}
      {ROWS.map((row) => (
        <Skeleton key={row} height={wide ? 52 : 214} radius={wide ? 'md' : 'lg'} mb="xs" />
      ))}
    </div>
  )
}
