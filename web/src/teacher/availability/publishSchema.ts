import type { ClassChange, PublishClassRequest, PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { clock } from '@/lib/clock'
import { isDay, toInstant, toLocalDateAndTime } from '@/lib/localDateTime'
import { epochMs } from '@/lib/time'

const { errors } = teacherCopy.publish

export const CLASS_TYPES = ['Private', 'Group', 'Duet'] as const
type ClassType = (typeof CLASS_TYPES)[number]

/** Seats by class type; only groups can choose (D10). */
const SEATS: Readonly<Record<ClassType, number>> = { Private: 1, Group: 10, Duet: 2 }
export const GROUP_SEATS = { min: 2, max: 50 }
export const COST = { min: 1, max: 100 }
const HOUR_MS = 3_600_000
/** Students can book until then (D14). */
const NOTICE_HOURS = 12
const MAX_DAYS_AHEAD = 90

export interface PublishValues {
  date: string
  time: string
  classTypeKey: ClassType
  capacity: number | string
  creditCost: number | string
  title: string
  description: string
  /** Empty for any level. */
  level: string
}

/** Values of a new class, at `start` if that is known. */
export function emptyPublishValues(zone: string, start?: string): PublishValues {
  const [date, time] = (start && toLocalDateAndTime(start, zone)) || ['', '']
  const texts = { title: '', description: '', level: '' }
  return { date, time, classTypeKey: 'Group', capacity: SEATS.Group, creditCost: 1, ...texts }
}

export function toPublishValues(published: PublishedClass, zone: string): PublishValues {
  const [date, time] = toLocalDateAndTime(published.dateTime, zone) ?? ['', '']
  const type = CLASS_TYPES.find((known) => known === published.classTypeKey) ?? 'Group'
  return {
    date,
    time,
    classTypeKey: type,
    capacity: published.capacity,
    creditCost: published.creditCost,
    title: published.title,
    description: published.description,
    level: published.level ?? '',
  }
}

/** Validation errors by field (D10). The start of a changed class is validated only if it was changed. */
export function publishErrors(
  values: PublishValues,
  zone: string,
  before?: PublishedClass,
): Record<string, string> {
  const fieldErrors: Record<string, string> = {}
  const seatsTaken = before?.seatsTaken ?? 0
  const start = startOf(values, zone)
  if (!isDay(values.date)) fieldErrors.date = errors.date
  if (!values.time) fieldErrors.time = errors.time
  if (start && epochMs(start) !== epochMs(before?.dateTime)) {
    const ahead = epochMs(start) - clock.now()
    if (ahead <= 0) fieldErrors.time = errors.past
    else if (ahead <= NOTICE_HOURS * HOUR_MS) fieldErrors.time = errors.soon
    else if (ahead > MAX_DAYS_AHEAD * 24 * HOUR_MS) fieldErrors.date = errors.far
  }
  if (values.classTypeKey === 'Group') {
    const seats = values.capacity
    if (!isWithin(seats, GROUP_SEATS)) fieldErrors.capacity = errors.capacity
    else if (Number(seats) < seatsTaken) fieldErrors.capacity = errors.seatsTaken(seatsTaken)
  }
  if (!isWithin(values.creditCost, COST)) fieldErrors.creditCost = errors.cost
  return fieldErrors
}

function isWithin(value: number | string, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

function startOf({ date, time }: PublishValues, zone: string): string | null {
  return isDay(date) && time ? toInstant(`${date}T${time}`, zone) : null
}

export function toPublishRequest(values: PublishValues, zone: string): PublishClassRequest {
  const { classTypeKey, capacity, creditCost } = values
  return {
    dateTime: startOf(values, zone) ?? '',
    classTypeKey,
    capacity: classTypeKey === 'Group' ? Number(capacity) : SEATS[classTypeKey],
    creditCost: Number(creditCost),
    ...textsOf(values),
  }
}

function textsOf({ title, description, level }: PublishValues) {
  return { title: title.trim(), description: description.trim(), level }
}

/** The changed fields, and the class as it was loaded: the server rejects the change if it differs now. */
export function toClassChange(values: PublishValues, zone: string, before: PublishedClass): ClassChange {
  const { dateTime, capacity, creditCost } = before
  const loaded = toPublishValues(before, zone)
  const isMoved = values.date !== loaded.date || values.time !== loaded.time
  return {
    ...(isMoved ? { dateTime: startOf(values, zone) ?? '' } : {}),
    ...(values.capacity === capacity ? {} : { capacity: Number(values.capacity) }),
    ...(values.creditCost === creditCost ? {} : { creditCost: Number(values.creditCost) }),
    ...textsOf(values),
    expected: { dateTime, capacity, creditCost },
  }
}
