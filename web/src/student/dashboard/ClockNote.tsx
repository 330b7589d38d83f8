import { studentCopy } from '@/copy/student'
import { findOffsetChange, formatCalendarDay, isSameLocalTime, nowIso, zoneCity, zoneLabel } from '@/lib/time'
import classes from './AvailableClasses.module.css'

/** Days before a clock change from which a notice is shown. */
const OFFSET_CHANGE_NOTICE_DAYS = 14

const copy = studentCopy.slots

/** The time zone of the shown times, and a notice before the difference to the teacher's zone changes. */
export function ClockNote({ zone, teacherZone }: { zone: string; teacherZone: string | null }) {
  const now = nowIso()
  const label = zoneLabel(zone, now)
  const differs = teacherZone !== null && !isSameLocalTime(now, zone, teacherZone)
  const offsetChange = teacherZone ? findOffsetChange(zone, teacherZone, OFFSET_CHANGE_NOTICE_DAYS) : null
  return (
    <p className={classes.clock}>
      {differs ? copy.bothClocks(label, zoneCity(teacherZone)) : copy.yourClock(label)}
      {offsetChange && (
        <span className={classes.shift}>
          {copy.clockShift(formatCalendarDay(offsetChange.day), offsetChange.minutes)}
        </span>
      )}
    </p>
  )
}
