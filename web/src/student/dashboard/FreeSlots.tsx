import { Button } from '@mantine/core'
import type { Slot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import { gridDays, nextFreeDay } from '@/lib/calendar'
import { formatCalendarDay } from '@/lib/time'
import { EmptyState } from '@/ui/EmptyState'
import { SlotGrid } from '@/ui/SlotGrid'
import { SlotGridList } from '@/ui/SlotGridList'
import { useIsWide } from '@/ui/useIsWide'
import classes from './AvailableClasses.module.css'

interface FreeSlotsProps {
  byDay: ReadonlyMap<string, Slot[]>
  zone: string
  teacherZone: string | null
  day: string | null
  /** The last day that can be booked. */
  lastDay: string
  onDay: (day: string) => void
  onPick: (slot: Slot) => void
}

const copy = studentCopy.slots

/** Free slots: five days side by side, or one day as a list on a narrow screen. */
export function FreeSlots({ byDay, zone, teacherZone, day, lastDay, onDay, onPick }: FreeSlotsProps) {
  const wide = useIsWide()
  const child = useChild()
  if (!day) return <EmptyState title={copy.noDateChosen} />

  const days = gridDays(byDay, day, wide ? undefined : 1)
  const nextDay = nextFreeDay(byDay, days.at(-1)?.day ?? day)
  const nextDayButton = nextDay && (
    <Button variant="default" onClick={() => onDay(nextDay)}>
      {copy.toNextFree(formatCalendarDay(nextDay))}
    </Button>
  )
  const windowEnd = !nextDay && <p className={classes.end}>{copy.windowEnd(formatCalendarDay(lastDay))}</p>
  if (days.every((column) => column.slots.length === 0)) {
    return (
      <EmptyState
        title={wide ? copy.emptyDayTitle : copy.emptyMobileTitle}
        hint={wide ? copy.emptyDayHint : copy.emptyMobileHint}
        action={
          byDay.size === 0 ? (
            <p className={classes.none}>{child ? studentChildCopy.slots.noneAtAll(child) : copy.noneAtAll}</p>
          ) : (
            nextDayButton || windowEnd
          )
        }
      />
    )
  }
  if (wide) {
    return (
      <>
        <SlotGrid
          days={days}
          zone={zone}
          teacherZone={teacherZone}
          isForChild={child !== null}
          onPick={onPick}
        />
        {windowEnd}
      </>
    )
  }
  return (
    <>
      {days.map((column) => (
        <SlotGridList
          key={column.day}
          day={column}
          zone={zone}
          teacherZone={teacherZone}
          isForChild={child !== null}
          empty={null}
          onPick={onPick}
        />
      ))}
      {nextDayButton ? <div className={classes.next}>{nextDayButton}</div> : windowEnd}
    </>
  )
}
