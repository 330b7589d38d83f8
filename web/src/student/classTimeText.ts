/** Date and time of a class as text. */
import { studentCopy } from '@/copy/student'
import { formatDate, formatInOtherZone, formatTime, INVALID_DATE, zoneCity, zoneLabel } from '@/lib/time'

interface ClassTime {
  dateTime: string
  endDateTime: string
}

export interface ClassTimeText {
  date: string
  /** `7:00 am – 8:00 am` */
  time: string
  /** `New York, GMT−5` */
  zone: string
  /** `5:30 pm for your teacher (Kolkata)`, where the clocks differ. */
  teacher: string | null
}

export function classTimeText(classTime: ClassTime, zone: string, teacherZone: string | null): ClassTimeText {
  const teacherTime = formatInOtherZone(classTime.dateTime, zone, teacherZone)
  const start = formatTime(classTime.dateTime, zone)
  const end = formatTime(classTime.endDateTime, zone)
  return {
    date: formatDate(classTime.dateTime, zone),
    time: start === INVALID_DATE || end === INVALID_DATE ? start : `${start} – ${end}`,
    zone: zoneLabel(zone, classTime.dateTime),
    teacher:
      teacherTime && teacherZone ? studentCopy.slots.teacherClock(teacherTime, zoneCity(teacherZone)) : null,
  }
}

/** Date and time as text: `Wed, 24 Mar 2027, 9:00 am`. */
export function dateTimeText(at: string | null, zone: string): string {
  const date = formatDate(at, zone)
  return date === INVALID_DATE ? date : `${date}, ${formatTime(at, zone)}`
}

/** Announcement for screen readers after a booking. */
export function bookedAnnouncement(booking: ClassTime, zone: string): string {
  const { dateTime } = booking
  return studentCopy.confirmation.announce(formatDate(dateTime, zone), formatTime(dateTime, zone))
}
