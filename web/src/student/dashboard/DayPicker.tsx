import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { memo, useState } from 'react'
import type { Slot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { formatLongDay, today } from '@/lib/time'
import { formatMonth } from '@/lib/wall'
import classes from './DayPicker.module.css'

interface DayPickerProps {
  zone: string
  /** `YYYY-MM-DD`, or nothing while no date is chosen. */
  value: string | null
  onChange: (day: string | null) => void
  /** The free classes of each day. */
  free: ReadonlyMap<string, readonly Slot[]>
}

const copy = studentCopy.calendar

/** `Mo`, `Tu` */
const weekday = (day: string) => copy.weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1]

const arrowLabels = { nextMonth: copy.nextMonth, previousMonth: copy.previousMonth }

/** The month calendar: past days cannot be chosen, days with free classes carry a dot and say so. */
export const DayPicker = memo(function DayPicker({ zone, value, onChange, free }: DayPickerProps) {
  const freeOn = (date: string) => free.get(date)?.length ?? 0
  const [month, setMonth] = useState(value ?? today(zone))
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // The day moves from elsewhere too (paging, "next free day"); the month on view follows it.
    setShown(value)
    if (value) setMonth(value)
  }
  return (
    <div className={classes.frame}>
      <DatePicker
        aria-label={copy.label}
        className={classes.picker}
        classNames={{ day: classes.day }}
        value={value}
        onChange={onChange}
        allowDeselect
        date={month}
        onDateChange={setMonth}
        minDate={today(zone)}
        maxLevel="month"
        hideOutsideDates
        highlightToday
        fullWidth
        ariaLabels={arrowLabels}
        monthLabelFormat={formatMonth}
        weekdayFormat={weekday}
        getDayProps={(day) => ({ 'data-free': freeOn(day) > 0 || undefined })}
        getDayAriaLabel={(day) =>
          freeOn(day) > 0 ? copy.freeDay(formatLongDay(day), freeOn(day)) : formatLongDay(day)
        }
      />
      <p className={classes.legend}>{copy.legend}</p>
    </div>
  )
})
