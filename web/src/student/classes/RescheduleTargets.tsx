import { Alert, Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Booking, Slot } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { firstDayToShow, futureSlots, GRID_DAYS, gridDays, pageDays, slotsByDay } from '@/lib/calendar'
import { clock } from '@/lib/clock'
import { formatCalendarDay, today } from '@/lib/time'
import { DayNavigation } from '@/student/dashboard/DayNavigation'
import { DescriptionList } from '@/ui/DescriptionList'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { SlotGrid } from '@/ui/SlotGrid'
import { SlotGridList } from '@/ui/SlotGridList'
import { SlotGridSkeleton } from '@/ui/SlotGridSkeleton'
import { useIsWide } from '@/ui/useIsWide'
import { classTimeItem } from './classTimeItem'
import classes from './Dialog.module.css'
import { FocusedLead } from './FocusedLead'
import type { RescheduleTargetsQuery } from './useRescheduleTargets'

interface RescheduleTargetsProps {
  /** The class to move. */
  booking: Booking
  targets: RescheduleTargetsQuery
  zone: string
  /** Why the slot chosen before was not available. */
  error: string | null
  onPick: (slot: Slot) => void
  onKeep: () => void
}

const copy = changesCopy.moveDialog
const childCopy = childSectionsCopy.moveDialog

/** Slots to choose from: five days side by side, or one day at a time on a narrow screen. */
export function RescheduleTargets({ booking, targets, error, onKeep, ...choice }: RescheduleTargetsProps) {
  const wide = useIsWide()
  const child = useChild()
  const grid = { ...choice, teacherZone: booking.teacherTimeZone, child }
  return (
    <>
      <FocusedLead>{copy.lead}</FocusedLead>
      <DescriptionList items={[classTimeItem(copy.from, booking, grid.zone, grid.teacherZone)]} />
      {error && (
        <Alert color="red" role="alert" mb="md">
          {error}
        </Alert>
      )}
      {targets.slots ? (
        <TargetGrid slots={targets.slots} wide={wide} {...grid} />
      ) : targets.teacherUnavailable ? (
        <Alert color="yellow">{child ? childCopy.teacherUnavailable(child) : copy.teacherUnavailable}</Alert>
      ) : targets.failed ? (
        <ErrorPanel message={copy.loadFailed} onRetry={targets.retry} retrying={targets.retrying} />
      ) : (
        <SlotGridSkeleton columns={wide ? GRID_DAYS : 1} />
      )}
      <DialogFoot>
        <DialogButtons>
          <Button variant="default" onClick={onKeep}>
            {copy.keep}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </>
  )
}

interface TargetGridProps extends Pick<RescheduleTargetsProps, 'zone' | 'onPick'> {
  teacherZone: string | null
  child: string | null
  slots: readonly Slot[]
  wide: boolean
}

function TargetGrid({ slots, wide, child, ...grid }: TargetGridProps) {
  const { zone } = grid
  const byDay = useMemo(() => slotsByDay(futureSlots(slots, clock.now()), zone), [slots, zone])
  const [selectedDay, setSelectedDay] = useState<string | null>(null)
  const earliest = today(zone)
  const first = firstDayToShow(byDay, earliest)
  if (byDay.size === 0) return <EmptyState title={child ? childCopy.none(child) : copy.none} />
  if (!wide) {
    const day = selectedDay && byDay.has(selectedDay) ? selectedDay : first
    return (
      <>
        <NativeSelect
          className={classes.day}
          label={copy.day}
          value={day}
          onChange={(event) => setSelectedDay(event.currentTarget.value)}
          data={[...byDay].map(([date, free]) => ({
            value: date,
            label: copy.dayChoice(formatCalendarDay(date), free.length),
          }))}
        />
        <SlotGridList
          day={{ day, slots: byDay.get(day) ?? [] }}
          {...grid}
          isForChild={child !== null}
          empty={null}
        />
      </>
    )
  }
  const day = selectedDay ?? first
  return (
    <>
      <div className={classes.nav}>
        <DayNavigation
          canGoBack={day > earliest}
          onPage={(direction) => setSelectedDay(pageDays(day, direction, earliest))}
        />
      </div>
      <SlotGrid days={gridDays(byDay, day)} {...grid} isForChild={child !== null} emptyHint={copy.emptyDay} />
    </>
  )
}
