import type { CalendarBooking, CalendarEvent, TaughtClass } from '@/api/teacherTypes'
import { epochMs, toIso } from '@/lib/time'

const HOUR_MS = 3_600_000
const NO_SHOW_DAYS = 7

/** One class as its teacher sees it, whether it comes from the calendar or from a list of bookings. */
export interface ClassView {
  slotId: string
  dateTime: string
  classTypeKey: string
  isVirtualSlot: boolean
  status: string
  link: string | null
  capacity: number
  seatsTaken: number
  bookings: CalendarBooking[]
  /** Whether everybody in it is named here; a booking of a group knows of no other. */
  isWhole: boolean
}

export function fromEvent(event: CalendarEvent): ClassView {
  const { _id, googleMeetLink, endDateTime: _, ...rest } = event
  return { ...rest, slotId: _id, link: googleMeetLink, isWhole: true }
}

/** A booking knows of no other seats than its own. */
export function fromBooking(booking: TaughtClass): ClassView {
  const { _id, studentId, studentName, bookingStatus, noShow } = booking
  return {
    slotId: booking.slotId,
    dateTime: booking.dateTime,
    classTypeKey: booking.classTypeKey,
    isVirtualSlot: booking.isVirtualSlot,
    status: bookingStatus,
    link: booking.googleMeetLink,
    capacity: 1,
    seatsTaken: 1,
    bookings: [{ _id, studentId, studentName, bookingStatus, noShow }],
    isWhole: booking.isVirtualSlot,
  }
}

/** When it ends: a class lasts one hour (SPEC §9). */
export function endOf({ dateTime }: Pick<ClassView, 'dateTime'>): string {
  const start = epochMs(dateTime)
  return Number.isNaN(start) ? dateTime : toIso(start + HOUR_MS)
}

/** Those who come, or came: not those whose booking was cancelled. */
export function attending({ bookings }: Pick<ClassView, 'bookings'>): CalendarBooking[] {
  return bookings.filter(({ bookingStatus }) => bookingStatus !== 'cancelled')
}

/** A teacher may cancel until the class starts. */
export function mayCancel(taught: ClassView, now: number): boolean {
  return taught.status !== 'cancelled' && epochMs(taught.dateTime) > now
}

/** From the start of the class until seven days after it, as the server reckons. */
export function mayMarkNoShow(dateTime: string, now: number): boolean {
  const start = epochMs(dateTime)
  return now >= start && now <= start + NO_SHOW_DAYS * 24 * HOUR_MS
}

/** Only an https address becomes a link, whatever was stored. */
export function safeLink(link: string | null): string | null {
  return link?.startsWith('https://') ? link : null
}
