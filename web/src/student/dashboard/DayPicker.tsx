import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { memo, useState } from 'react'
import type { Slot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { chosenWeekStart } from '@/lib/display'
import { formatMonth } from '@/lib/localDateTime'
import { formatLongDay, today } from '@/lib/time'
import classes from './DayPicker.module.css'

export interface DayPickerProps {
  zone: string
  /** `YYYY-MM-DD`, or `null` if no date is selected. */
  value: string | null
  /** The last day that can be booked. */
  lastDay: string
  onChange: (day: string | null) => void
  /** Free slots by day. */
  slotsByDay: ReadonlyMap<string, readonly Slot[]>
}

const copy = studentCopy.calendar

/** `Mo`, `Tu` */
const weekday = (day: string) => copy.weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1]

/** Month calendar: past days are disabled, days with free slots have a dot and a label. */
export const DayPicker = memo(function DayPicker({
  zone,
  value,
  lastDay,
  onChange,
  slotsByDay,
}: DayPickerProps) {
  const slotCount = (date: string) => slotsByDay.get(date)?.length ?? 0
  const [month, setMonth] = useState(value ?? today(zone))
  const [previousValue, setPreviousValue] = useState(value)
  if (previousValue !== value) {
    // The day also changes by paging and "next free day"; the shown month follows it.
    setPreviousValue(value)
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
        maxDate={lastDay}
        maxLevel="month"
        hideOutsideDates
        firstDayOfWeek={chosenWeekStart(1)}
        fullWidth
        ariaLabels={{ nextMonth: copy.nextMonth, previousMonth: copy.previousMonth }}
        monthLabelFormat={formatMonth}
        weekdayFormat={weekday}
        getDayProps={(day) => ({
          'data-free': slotCount(day) > 0 || undefined,
          // Not Mantine's `highlightToday`, which reads the device's clock and zone.
          'aria-current': day === today(zone) ? 'date' : undefined,
        })}
        getDayAriaLabel={(day) =>
          slotCount(day) > 0 ? copy.freeDay(formatLongDay(day), slotCount(day)) : formatLongDay(day)
        }
      />
      <p className={classes.legend}>{copy.legend}</p>
    </div>
  )
})
