import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { studentCopy } from '@/copy/student'
import { formatLongDay, today } from '@/lib/time'
import classes from './DayPicker.module.css'

interface DayPickerProps {
  zone: string
  /** `YYYY-MM-DD`, or nothing while no date is chosen. */
  value: string | null
  onChange: (day: string | null) => void
  /** How many free classes a day has. */
  freeOn: (day: string) => number
}

const copy = studentCopy.calendar

const arrowLabels = { nextMonth: copy.nextMonth, previousMonth: copy.previousMonth }

/** The month calendar: past days cannot be chosen, days with free classes carry a dot and say so. */
export function DayPicker({ zone, value, onChange, freeOn }: DayPickerProps) {
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
        getDayProps={(day) => ({ 'data-free': freeOn(day) > 0 || undefined })}
        getDayAriaLabel={(day) =>
          freeOn(day) > 0 ? copy.freeDay(formatLongDay(day), freeOn(day)) : formatLongDay(day)
        }
      />
      <p className={classes.legend}>{copy.legend}</p>
    </div>
  )
}
