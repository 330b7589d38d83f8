/** Date and time of a class in words, for the dialog and the confirmation. */
import { studentCopy } from '@/copy/student'
import {
  epochMs,
  formatDate,
  formatDay,
  formatTime,
  INVALID_DATE,
  otherClock,
  toIso,
  zoneCity,
  zoneLabel,
} from '@/lib/time'

interface Hour {
  dateTime: string
  endDateTime: string
}

export interface HourWords {
  date: string
  /** `7:00 am – 8:00 am` */
  time: string
  /** `New York, GMT−5` */
  zone: string
  /** `5:30 pm for your teacher (Kolkata)`, where the clocks differ. */
  teacher: string | null
}

export function hourWords(hour: Hour, zone: string, teacherZone: string | null): HourWords {
  const teacherTime = otherClock(hour.dateTime, zone, teacherZone)
  const start = formatTime(hour.dateTime, zone)
  const end = formatTime(hour.endDateTime, zone)
  return {
    date: formatDate(hour.dateTime, zone),
    time: start === INVALID_DATE || end === INVALID_DATE ? start : `${start} – ${end}`,
    zone: zoneLabel(zone, hour.dateTime),
    teacher:
      teacherTime && teacherZone ? studentCopy.slots.teacherClock(teacherTime, zoneCity(teacherZone)) : null,
  }
}

/** Hours before class until which it can be moved or cancelled (SPEC §9). */
const NOTICE_HOURS = 12

/** Until when the class can still be moved or cancelled; `null` for a class without a readable time. */
export function cancelUntil(hour: Hour, zone: string): string | null {
  const start = epochMs(hour.dateTime)
  if (Number.isNaN(start)) return null
  const until = toIso(start - NOTICE_HOURS * 3_600_000)
  return `${formatDay(until, zone)}, ${formatTime(until, zone)}`
}

/** What a screen reader hears when a class has been booked. */
export function bookedWords(booking: Hour, zone: string): string {
  const { dateTime } = booking
  return studentCopy.confirmation.announce(formatDate(dateTime, zone), formatTime(dateTime, zone))
}
