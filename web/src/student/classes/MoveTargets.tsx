import { Alert, Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Slot } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { firstDayToShow, futureSlots, GRID_DAYS, gridDays, pageDays, slotsByDay } from '@/lib/calendar'
import { clock, formatCalendarDay, today } from '@/lib/time'
import { DayNavigation } from '@/student/dashboard/DayNavigation'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { SlotGrid } from '@/ui/SlotGrid'
import { SlotGridList } from '@/ui/SlotGridList'
import { SlotGridSkeleton } from '@/ui/SlotGridSkeleton'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Dialog.module.css'
import { FocusedLead } from './FocusedLead'
import type { MoveTargetsQuery } from './useMoveTargets'

interface MoveTargetsProps {
  targets: MoveTargetsQuery
  zone: string
  teacherZone: string | null
  /** Why the hour chosen before could not be had. */
  refusal: string | null
  onPick: (slot: Slot) => void
  onKeep: () => void
}

const copy = changesCopy.moveDialog

/** The hours to choose from: five days side by side, or one day at a time on a narrow screen. */
export function MoveTargets({ targets, refusal, onKeep, ...grid }: MoveTargetsProps) {
  const wide = useIsWide()
  return (
    <>
      <FocusedLead>{copy.lead}</FocusedLead>
      {refusal && (
        <Alert color="red" role="alert" mb="md">
          {refusal}
        </Alert>
      )}
      {targets.slots ? (
        <Hours slots={targets.slots} wide={wide} {...grid} />
      ) : targets.failed ? (
        <ErrorPanel message={copy.loadFailed} onRetry={targets.retry} retrying={targets.retrying} />
      ) : (
        <SlotGridSkeleton columns={wide ? GRID_DAYS : 1} />
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onKeep}>
          {copy.keep}
        </Button>
      </div>
    </>
  )
}

interface HoursProps extends Pick<MoveTargetsProps, 'zone' | 'teacherZone' | 'onPick'> {
  slots: readonly Slot[]
  wide: boolean
}

function Hours({ slots, wide, zone, teacherZone, onPick }: HoursProps) {
  const byDay = useMemo(() => slotsByDay(futureSlots(slots, clock.now()), zone), [slots, zone])
  const [chosen, setChosen] = useState<string | null>(null)
  const earliest = today(zone)
  const first = firstDayToShow(byDay, earliest)
  if (byDay.size === 0) return <EmptyState title={copy.none} />
  if (!wide) {
    const day = chosen && byDay.has(chosen) ? chosen : first
    return (
      <>
        <NativeSelect
          className={classes.day}
          label={copy.day}
          value={day}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[...byDay].map(([date, free]) => ({
            value: date,
            label: copy.dayChoice(formatCalendarDay(date), free.length),
          }))}
        />
        <SlotGridList
          day={{ day, slots: byDay.get(day) ?? [] }}
          zone={zone}
          teacherZone={teacherZone}
          empty={null}
          onPick={onPick}
        />
      </>
    )
  }
  const day = chosen ?? first
  return (
    <>
      <div className={classes.nav}>
        <DayNavigation
          canGoBack={day > earliest}
          onPage={(direction) => setChosen(pageDays(day, direction, earliest))}
        />
      </div>
      <SlotGrid
        days={gridDays(byDay, day)}
        zone={zone}
        teacherZone={teacherZone}
        emptyHint={copy.emptyDay}
        onPick={onPick}
      />
    </>
  )
}
