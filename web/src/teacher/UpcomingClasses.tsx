import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { activeClassesQuery } from '@/api/bookings'
import type { Booking } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { When } from '@/ui/When'
import { MeetingLink } from './MeetingLink'
import classes from './TeacherPage.module.css'

const copy = teacherCopy.dashboard
const REFRESH_SECONDS = 60

const columns: Column<Booking>[] = [
  { key: 'student', label: copy.columns.student, cell: (booking) => booking.studentName },
  {
    key: 'when',
    label: copy.columns.when,
    cell: (booking) => <When at={booking.dateTime} otherZone={booking.teacherTimeZone ?? null} />,
  },
  {
    key: 'type',
    label: copy.columns.type,
    cell: (booking) => (
      <span className={classes.type} data-type={booking.classTypeKey}>
        {booking.classTypeKey}
      </span>
    ),
  },
  { key: 'link', label: copy.columns.link, cell: (booking) => <MeetingLink booking={booking} /> },
]

/** The teacher's coming classes, soonest first, with the door to each. */
export function UpcomingClasses({ teacherId }: { teacherId: string }) {
  const classesAhead = useQuery({ ...activeClassesQuery(teacherId), refetchInterval: REFRESH_SECONDS * 1000 })
  if (classesAhead.data) {
    return classesAhead.data.length > 0 ? (
      <DataList
        label={copy.upcoming}
        columns={columns}
        rows={classesAhead.data}
        rowKey={(booking) => booking._id}
      />
    ) : (
      <EmptyState title={copy.empty} hint={copy.emptyHint} />
    )
  }
  if (classesAhead.error) {
    return (
      <ErrorPanel
        message={copy.failed}
        reference={classesAhead.error.requestId}
        retrying={classesAhead.isFetching}
        onRetry={() => void classesAhead.refetch()}
      />
    )
  }
  return (
    <>
      <VisuallyHidden role="status">{copy.loading}</VisuallyHidden>
      <Skeleton height={230} radius="lg" />
    </>
  )
}
