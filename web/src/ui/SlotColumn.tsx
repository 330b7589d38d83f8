import { Fragment, type ReactNode, useId } from 'react'
import { studentCopy } from '@/copy/student'
import { type GridDay, slotsByDayPart } from '@/lib/calendar'
import { formatCalendarDay } from '@/lib/time'
import { SlotButton, type SlotView } from './SlotButton'
import classes from './SlotGrid.module.css'

interface SlotColumnProps<T extends SlotView> {
  column: GridDay<T>
  zone: string
  teacherZone: string | null
  wide?: boolean
  isForChild?: boolean
  /** Shown on a day without slots. */
  empty: ReactNode
  onPick: (slot: T) => void
}

/** One day with its free slots, earliest first. */
export function SlotColumn<T extends SlotView>({ column, empty, ...slotProps }: SlotColumnProps<T>) {
  const headingId = useId()
  const count = column.slots.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form; this is a named group of buttons
    <div
      role="group"
      aria-labelledby={headingId}
      className={classes.column}
      data-empty={count === 0 || undefined}
    >
      <h3 id={headingId} className={classes.heading}>
        {formatCalendarDay(column.day)}
        {count > 0 && <span>{studentCopy.slots.count(count)}</span>}
      </h3>
      {count === 0
        ? empty
        : slotsByDayPart(column.slots, slotProps.zone).map(({ part, slots }) => (
            <Fragment key={part}>
              <h4 className={classes.part}>{studentCopy.slots.parts[part]}</h4>
              <ul className={classes.slots}>
                {slots.map((slot) => (
                  <li key={slot._id}>
                    <SlotButton slot={slot} {...slotProps} />
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
    </div>
  )
}
