import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import {
  findOffsetChange,
  formatCalendarDay,
  formatTime,
  isSameLocalTime,
  nowIso,
  toIso,
  zoneLabel,
  zoneOrUtc,
} from '@/lib/time'
import classes from './AvailableClasses.module.css'

/** Days before a clock change from which a notice is shown. */
const OFFSET_CHANGE_NOTICE_DAYS = 14
/** The teacher's time that explains the change. */
const EXAMPLE_TIME = '07:00'

/** The time zone of the shown times, and a notice before the difference to the teacher's zone changes. */
export function ClockNote({ zone, teacherZone }: { zone: string; teacherZone: string | null }) {
  const child = useChild()
  const copy = child ? studentChildCopy.slots : studentCopy.slots
  const now = nowIso()
  const label = zoneLabel(zone, now)
  const differs = teacherZone !== null && !isSameLocalTime(now, zone, teacherZone)
  const shift = teacherZone ? shiftText(zone, teacherZone, copy.clockShift) : null
  return (
    <p className={classes.clock}>
      {differs ? copy.bothClocks(label) : studentCopy.slots.yourClock(label)}
      {shift && <span className={classes.shift}>{shift}</span>}
    </p>
  )
}

/** What the teacher's morning hour becomes on the student's clock, or `null` without a change. */
function shiftText(
  zone: string,
  teacherZone: string,
  sentence: typeof studentCopy.slots.clockShift,
): string | null {
  const change = findOffsetChange(zone, teacherZone, OFFSET_CHANGE_NOTICE_DAYS)
  if (!change) return null
  // One day later: on the day itself, the teacher's morning may be before the change.
  const example = Temporal.PlainDate.from(change.day)
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: zoneOrUtc(teacherZone), plainTime: EXAMPLE_TIME }).epochMilliseconds
  const iso = toIso(example)
  return sentence(
    formatCalendarDay(change.day),
    formatTime(iso, teacherZone),
    formatTime(iso, zone),
    formatTime(toIso(example - change.minutes * 60_000), zone),
  )
}
