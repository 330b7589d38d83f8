import { type ComponentProps, lazy, Suspense } from 'react'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { Loading } from '@/ui/Loading'

const TeacherDetails = lazy(async () => ({ default: (await import('./TeacherDetails')).TeacherDetails }))

const DETAILS_HEIGHT = 480

/** `TeacherDetails`, loaded when the first application is opened. */
export function LazyTeacherDetails(props: ComponentProps<typeof TeacherDetails>) {
  return (
    <Suspense fallback={<Loading label={adminApprovalsCopy.loading} height={DETAILS_HEIGHT} />}>
      <TeacherDetails {...props} />
    </Suspense>
  )
}
