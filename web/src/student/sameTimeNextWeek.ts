import type { Booking, Slot } from '@/api/types'
import { addDays, toLocalDateTime } from '@/lib/time'

const WEEK_DAYS = 7

/** The open slot of the same type and teacher one week after a class, at the teacher's same local time. */
export function sameTimeNextWeek(
  { dateTime, classTypeKey, teacherId, teacherTimeZone }: Booking,
  slots: readonly Slot[] | undefined,
): Slot | null {
  const zone = teacherTimeZone ?? 'UTC'
  const [day, time] = toLocalDateTime(dateTime, zone)?.split(' ') ?? []
  if (!day || !time) return null
  const wanted = `${addDays(day, WEEK_DAYS)} ${time}`
  const isSame = (slot: Slot) =>
    slot.classTypeKey === classTypeKey &&
    slot.teacherId === teacherId &&
    toLocalDateTime(slot.dateTime, zone) === wanted
  return slots?.find(isSame) ?? null
}
