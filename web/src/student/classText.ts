/** Name, date and time of a class as text. */
import type { Booking } from '@/api/types'
import { classTypeLabel } from '@/copy/labels'
import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { currentChild } from '@/family/childName'
import { formatDate, formatInOtherZone, formatTime, formatTimeRange, zoneCity, zoneLabel } from '@/lib/time'

/** The title of a published class, otherwise the type. */
export function nameOfClass({ title, classTypeKey }: Pick<Booking, 'title' | 'classTypeKey'>): string {
  return title || classTypeLabel(classTypeKey)
}

interface ClassTime {
  dateTime: string
  endDateTime: string
}

export interface ClassTimeText {
  date: string
  /** `7:00–8:00 am` */
  time: string
  /** `New York, GMT−5` */
  zone: string
  /** `5:30 pm for your teacher (Kolkata)`, where the clocks differ. */
  teacher: string | null
}

export function classTimeText(classTime: ClassTime, zone: string, teacherZone: string | null): ClassTimeText {
  const slotsCopy = currentChild() ? studentChildCopy.slots : studentCopy.slots
  const teacherTime = formatInOtherZone(classTime.dateTime, zone, teacherZone)
  return {
    date: formatDate(classTime.dateTime, zone),
    time: formatTimeRange(classTime.dateTime, classTime.endDateTime, zone),
    zone: zoneLabel(zone, classTime.dateTime),
    teacher: teacherTime && teacherZone ? slotsCopy.teacherClock(teacherTime, zoneCity(teacherZone)) : null,
  }
}

/** Announcement for screen readers after a booking. */
export function bookedAnnouncement(booking: ClassTime, zone: string): string {
  const { dateTime } = booking
  const child = currentChild()
  const [day, time] = [formatDate(dateTime, zone), formatTime(dateTime, zone)]
  return child ? studentChildCopy.booked(child, day, time) : studentCopy.confirmation.announce(day, time)
}
