import { useQuery } from '@tanstack/react-query'
import { studentBookingsQuery } from '@/api/bookings'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { ClassList } from './ClassList'

const copy = studentCopy.classes

/** Completed and cancelled classes, latest first (D15). */
export function PastClasses({ studentId }: { studentId: string }) {
  const child = useChild()
  const { data, error, isFetching, refetch } = useQuery({
    ...studentBookingsQuery(studentId),
    select: (bookings) => bookings.filter(isPast),
  })
  return (
    <>
      <StudentSectionTitle title={copy.pastTitle}>{copy.pastTitle}</StudentSectionTitle>
      <ClassList
        label={copy.pastTitle}
        rows={data}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        empty={{
          title: copy.pastEmpty,
          hint: child ? childSectionsCopy.classes.pastEmptyHint : copy.pastEmptyHint,
        }}
      />
    </>
  )
}

function isPast({ bookingStatus }: Booking): boolean {
  return bookingStatus === 'completed' || bookingStatus === 'cancelled'
}
