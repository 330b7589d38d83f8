import type { ClassChange, ClassInput, PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { clock, epochMs } from '@/lib/time'
import { instantAt, isDay, wallParts } from '@/lib/wall'

const { errors } = teacherCopy.publish

export const CLASS_TYPES = ['Private', 'Group', 'Duet'] as const
type ClassType = (typeof CLASS_TYPES)[number]

/** D10: seats by type; only a group has a choice. */
const SEATS: Readonly<Record<ClassType, number>> = { Private: 1, Group: 10, Duet: 2 }
export const GROUP_SEATS = { min: 2, max: 50 }
export const COST = { min: 1, max: 100 }
const HOUR_MS = 3_600_000
/** Students book until then (D14). */
const NOTICE_HOURS = 12
const MAX_DAYS_AHEAD = 90

export interface PublishValues {
  date: string
  time: string
  classTypeKey: ClassType
  capacity: number | string
  creditCost: number | string
}

export function emptyClass(): PublishValues {
  return { date: '', time: '', classTypeKey: 'Group', capacity: SEATS.Group, creditCost: 1 }
}

export function valuesOf(published: PublishedClass, zone: string): PublishValues {
  const [date, time] = wallParts(published.dateTime, zone) ?? ['', '']
  const type = CLASS_TYPES.find((known) => known === published.classTypeKey) ?? 'Group'
  return {
    date,
    time,
    classTypeKey: type,
    capacity: published.capacity,
    creditCost: published.creditCost,
  }
}

/** What is wrong with the form, by field (D10). Of a class that is changed, an unchanged start is not judged again. */
export function publishErrors(
  values: PublishValues,
  zone: string,
  before?: PublishedClass,
): Record<string, string> {
  const found: Record<string, string> = {}
  const seatsTaken = before?.seatsTaken ?? 0
  const start = startOf(values, zone)
  if (!isDay(values.date)) found.date = errors.date
  if (!values.time) found.time = errors.time
  if (start && epochMs(start) !== epochMs(before?.dateTime)) {
    const ahead = epochMs(start) - clock.now()
    if (ahead <= NOTICE_HOURS * HOUR_MS) found.time = errors.past
    else if (ahead > MAX_DAYS_AHEAD * 24 * HOUR_MS) found.date = errors.far
  }
  if (values.classTypeKey === 'Group') {
    const seats = values.capacity
    if (!within(seats, GROUP_SEATS)) found.capacity = errors.capacity
    else if (Number(seats) < seatsTaken) found.capacity = errors.seatsTaken(seatsTaken)
  }
  if (!within(values.creditCost, COST)) found.creditCost = errors.cost
  return found
}

function within(value: number | string, { min, max }: { min: number; max: number }): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

function startOf({ date, time }: PublishValues, zone: string): string | null {
  return isDay(date) && time ? instantAt(`${date}T${time}`, zone) : null
}

export function toPublish(values: PublishValues, zone: string): ClassInput {
  const { classTypeKey, capacity, creditCost } = values
  return {
    dateTime: startOf(values, zone) ?? '',
    classTypeKey,
    capacity: classTypeKey === 'Group' ? Number(capacity) : SEATS[classTypeKey],
    creditCost: Number(creditCost),
  }
}

/** Only what was changed, and the class as it was read, so that nothing is overwritten that nobody here has seen. */
export function toChange(values: PublishValues, zone: string, before: PublishedClass): ClassChange {
  const { dateTime, capacity, creditCost } = before
  const known = valuesOf(before, zone)
  const isMoved = values.date !== known.date || values.time !== known.time
  return {
    ...(isMoved ? { dateTime: startOf(values, zone) ?? '' } : {}),
    ...(values.capacity === capacity ? {} : { capacity: Number(values.capacity) }),
    ...(values.creditCost === creditCost ? {} : { creditCost: Number(values.creditCost) }),
    expected: { dateTime, capacity, creditCost },
  }
}
