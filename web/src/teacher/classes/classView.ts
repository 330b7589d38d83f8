import type { CalendarBooking, CalendarEvent, TeacherBooking } from '@/api/teacherTypes'
import { epochMs, toIso } from '@/lib/time'

const HOUR_MS = 3_600_000
const NO_SHOW_DAYS = 7

/** A class as its teacher sees it, from the calendar or from a list of bookings. */
export interface ClassView {
  slotId: string
  dateTime: string
  classTypeKey: CalendarEvent['classTypeKey']
  /** Title and description of a published class; may be empty. */
  title: string
  description: string
  level: string | null
  isVirtualSlot: boolean
  status: string
  link: string | null
  capacity: number
  seatsTaken: number
  bookings: CalendarBooking[]
  /** Whether `bookings` contains all participants; a view made from one booking of a group does not. */
  isWhole: boolean
}

export function fromEvent(event: CalendarEvent): ClassView {
  const { _id, googleMeetLink, endDateTime: _, ...rest } = event
  return { ...rest, slotId: _id, link: googleMeetLink, isWhole: true }
}

/** The view of a class made from one booking, without the other participants. */
export function fromBooking(booking: TeacherBooking): ClassView {
  const { _id, studentId, studentName, studentEmail, bookingStatus, noShow, earnings } = booking
  return {
    slotId: booking.slotId,
    dateTime: booking.dateTime,
    classTypeKey: booking.classTypeKey,
    isVirtualSlot: booking.isVirtualSlot,
    status: bookingStatus,
    link: booking.googleMeetLink,
    title: booking.title,
    description: '',
    level: null,
    capacity: 1,
    seatsTaken: 1,
    bookings: [
      {
        _id,
        studentId,
        studentName,
        studentEmail,
        studentTimeZone: null,
        bookingStatus,
        noShow,
        earnings,
      },
    ],
    isWhole: booking.isVirtualSlot,
  }
}

/** The end of a class, which lasts one hour (SPEC §9). */
export function endOf({ dateTime }: Pick<ClassView, 'dateTime'>): string {
  const start = epochMs(dateTime)
  return Number.isNaN(start) ? dateTime : toIso(start + HOUR_MS)
}

/** Participants whose booking was not cancelled. */
export function attending({ bookings }: Pick<ClassView, 'bookings'>): CalendarBooking[] {
  return bookings.filter(({ bookingStatus }) => bookingStatus !== 'cancelled')
}

/** Teachers can cancel until the class starts. */
export function canCancel(classView: ClassView, now: number): boolean {
  return classView.status !== 'cancelled' && epochMs(classView.dateTime) > now
}

/** From the start of the class until seven days after it, like the server. */
export function canMarkNoShow(dateTime: string, now: number): boolean {
  const start = epochMs(dateTime)
  return now >= start && now <= start + NO_SHOW_DAYS * 24 * HOUR_MS
}

/** Only HTTPS URLs become links. */
export function httpsLink(link: string | null): string | null {
  return link?.startsWith('https://') ? link : null
}
