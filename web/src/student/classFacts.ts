/** Date and time of a class in words, for the dialog and the confirmation. */
import { studentCopy } from '@/copy/student'
import { formatDate, formatTime, INVALID_DATE, otherClock, zoneCity, zoneLabel } from '@/lib/time'

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

/** `Wed, 24 Mar 2027, 9:00 am`: what ends does so at a moment, not with the day. */
export function momentWords(at: string | null, zone: string): string {
  const date = formatDate(at, zone)
  return date === INVALID_DATE ? date : `${date}, ${formatTime(at, zone)}`
}

/** What a screen reader hears when a class has been booked. */
export function bookedWords(booking: Hour, zone: string): string {
  const { dateTime } = booking
  return studentCopy.confirmation.announce(formatDate(dateTime, zone), formatTime(dateTime, zone))
}
