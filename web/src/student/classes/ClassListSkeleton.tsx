import { Skeleton, VisuallyHidden } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import { useIsVeryWide } from '@/ui/useIsWide'

const ROWS = [1, 2, 3]

/** Placeholder while a list of classes is loading, at about its height. */
export function ClassListSkeleton() {
  const wide = useIsVeryWide()
  const child = useChild()
  return (
    <div role="status">
      <VisuallyHidden>{child ? studentChildCopy.loading : studentCopy.classes.loading}</VisuallyHidden>
      {wide && <Skeleton height={42} mb="xs" />}
      {ROWS.map((row) => (
        <Skeleton key={row} height={wide ? 52 : 214} radius={wide ? 'md' : 'lg'} mb="xs" />
      ))}
    </div>
  )
}
