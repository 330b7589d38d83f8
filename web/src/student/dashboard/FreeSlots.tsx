import { Button } from '@mantine/core'
import type { Slot } from '@/api/types'
import { studentCopy } from '@/copy/student'
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
  onDay: (day: string) => void
  onPick: (slot: Slot) => void
}

const copy = studentCopy.slots

/** The free classes themselves: five days side by side, or the chosen day as a list on a narrow screen. */
export function FreeSlots({ byDay, zone, teacherZone, day, onDay, onPick }: FreeSlotsProps) {
  const wide = useIsWide()
  if (!day) return <EmptyState title={copy.noDateChosen} />

  const days = gridDays(byDay, day, wide ? undefined : 1)
  const next = nextFreeDay(byDay, days.at(-1)?.day ?? day)
  const jump = next && (
    <Button variant="default" onClick={() => onDay(next)}>
      {copy.toNextFree(formatCalendarDay(next))}
    </Button>
  )
  if (days.every((column) => column.slots.length === 0)) {
    return (
      <EmptyState
        title={wide ? copy.emptyDayTitle : copy.emptyMobileTitle}
        hint={wide ? copy.emptyDayHint : copy.emptyMobileHint}
        action={byDay.size === 0 ? <p className={classes.none}>{copy.noneAtAll}</p> : jump}
      />
    )
  }
  if (wide) return <SlotGrid days={days} zone={zone} teacherZone={teacherZone} onPick={onPick} />
  return (
    <>
      {days.map((column) => (
        <SlotGridList
          key={column.day}
          day={column}
          zone={zone}
          teacherZone={teacherZone}
          empty={null}
          onPick={onPick}
        />
      ))}
      {jump && <div className={classes.next}>{jump}</div>}
    </>
  )
}
