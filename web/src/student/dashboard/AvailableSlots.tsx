import { Anchor } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Slot, StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { GRID_DAYS } from '@/lib/calendar'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { SlotGridSkeleton } from '@/ui/SlotGridSkeleton'
import { useIsWide } from '@/ui/useIsWide'
import { FreeSlots } from './FreeSlots'

const copy = studentCopy.slots

interface AvailableSlotsProps {
  profile: UseQueryResult<StudentProfile>
  freeSlots: FreeSlotsQuery
  slots: Slot[] | undefined
  byDay: ReadonlyMap<string, Slot[]>
  zone: string
  teacherZone: string | null
  day: string | null
  lastDay: string
  onDay: (day: string) => void
  onPick: (slot: Slot) => void
}

/** Open times, or why there are none: loading, a failure, or a teacher who takes no bookings. */
export function AvailableSlots({ profile, freeSlots, slots, ...choice }: AvailableSlotsProps) {
  const wide = useIsWide()
  const teacher = profile.data?.teacher
  if (freeSlots.teacherUnavailable && teacher) {
    return (
      <EmptyState
        title={copy.suspended.title(teacher.name.split(' ').at(0) ?? teacher.name)}
        hint={copy.suspended.text}
        action={
          <Anchor href="#contactus" inherit underline="always" c="var(--brand)">
            {copy.suspended.action}
          </Anchor>
        }
      />
    )
  }
  if (freeSlots.failed || (profile.isError && !profile.data)) {
    const retry = () => {
      if (!profile.data) void profile.refetch()
      freeSlots.retry()
    }
    return <ErrorPanel message={copy.loadFailed} onRetry={retry} />
  }
  return slots ? <FreeSlots {...choice} /> : <SlotGridSkeleton columns={wide ? GRID_DAYS : 1} />
}
