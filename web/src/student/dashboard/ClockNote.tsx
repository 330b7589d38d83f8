import { studentCopy } from '@/copy/student'
import { clockShift, formatCalendarDay, nowIso, sameClock, zoneCity, zoneLabel } from '@/lib/time'
import classes from './AvailableClasses.module.css'

/** How long before one of the two clocks changes the student is told. */
const SHIFT_NOTICE_DAYS = 14

const copy = studentCopy.slots

/** Whose clock the times are on, and the warning two weeks before the difference to the teacher's changes. */
export function ClockNote({ zone, teacherZone }: { zone: string; teacherZone: string | null }) {
  const now = nowIso()
  const label = zoneLabel(zone, now)
  const both = teacherZone !== null && !sameClock(now, zone, teacherZone)
  const shift = teacherZone ? clockShift(zone, teacherZone, SHIFT_NOTICE_DAYS) : null
  return (
    <p className={classes.clock}>
      {both ? copy.bothClocks(label, zoneCity(teacherZone)) : copy.yourClock(label)}
      {shift && (
        <span className={classes.shift}>{copy.clockShift(formatCalendarDay(shift.day), shift.minutes)}</span>
      )}
    </p>
  )
}
