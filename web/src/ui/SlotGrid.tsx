import type { KeyboardEvent } from 'react'
import { studentCopy } from '@/copy/student'
import type { GridDay } from '@/lib/calendar'
import type { SlotView } from './SlotButton'
import { SlotColumn } from './SlotColumn'
import classes from './SlotGrid.module.css'
import { moveSlotFocus } from './slotGridKeys'

interface SlotGridProps<T extends SlotView> {
  days: GridDay<T>[]
  zone: string
  teacherZone: string | null
  isForChild?: boolean
  /** Shown under the title of a day without slots; where there is a calendar, it points there. */
  emptyHint?: string
  onPick: (slot: T) => void
}

/** Free slots of several days side by side. */
export function SlotGrid<T extends SlotView>({
  days,
  emptyHint = studentCopy.slots.emptyDayHint,
  ...columnProps
}: SlotGridProps<T>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (moveSlotFocus(event.currentTarget, event.key)) event.preventDefault()
  }
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move focus between the buttons inside */}
      <div className={classes.grid} onKeyDown={onKeyDown}>
        {days.map((column) => (
          <SlotColumn
            key={column.day}
            column={column}
            {...columnProps}
            empty={
              <p className={classes.empty}>
                <b>{studentCopy.slots.emptyDayTitle}</b>
                {emptyHint}
              </p>
            }
          />
        ))}
      </div>
    </div>
  )
}
