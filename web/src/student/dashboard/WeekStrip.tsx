import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Slot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { pageDays } from '@/lib/calendar'
import { chosenWeekStart } from '@/lib/display'
import { startOfWeek } from '@/lib/localDateTime'
import { addDays, daysFrom, formatLongDay, today } from '@/lib/time'
import classes from './WeekStrip.module.css'

const WEEK_DAYS = 7

const copy = studentCopy.calendar

interface WeekStripProps {
  zone: string
  /** `YYYY-MM-DD` */
  value: string
  /** The last day that can be booked. */
  lastDay: string
  onChange: (day: string) => void
  /** Open times by day. */
  slotsByDay: ReadonlyMap<string, readonly Slot[]>
}

/** The week of the selected day, for narrow screens: one row of days, with a dot on days with open times. */
export function WeekStrip({ zone, value, lastDay, onChange, slotsByDay }: WeekStripProps) {
  const earliest = today(zone)
  const first = startOfWeek(value, chosenWeekStart(1))
  const days = daysFrom(first, WEEK_DAYS)
  const slotCount = (day: string) => slotsByDay.get(day)?.length ?? 0
  const page = (direction: 1 | -1) => {
    const next = pageDays(first, direction, earliest, WEEK_DAYS)
    onChange(daysFrom(next, WEEK_DAYS).find((day) => slotCount(day) > 0) ?? next)
  }
  return (
    <fieldset className={classes.strip} aria-label={copy.label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={copy.previousWeek}
        disabled={first <= earliest}
        onClick={() => page(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      {days.map((day) => (
        <button
          key={day}
          type="button"
          className={classes.day}
          aria-pressed={day === value}
          data-open={slotCount(day) > 0 || undefined}
          disabled={day < earliest || day > lastDay}
          onClick={() => onChange(day)}
        >
          <span aria-hidden>{copy.weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1]}</span>
          <b aria-hidden>{Number(day.slice(8))}</b>
          <VisuallyHidden>
            {slotCount(day) > 0 ? copy.freeDay(formatLongDay(day), slotCount(day)) : formatLongDay(day)}
          </VisuallyHidden>
        </button>
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={copy.nextWeek}
        disabled={addDays(first, WEEK_DAYS) > lastDay}
        onClick={() => page(1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}
