/** Calendar arithmetic: which slot belongs to which day of the viewer. */
import { timeCopy } from '@/copy/time'
import { addDays, compareInstants, dayOf, daysFrom, epochMs, toLocalDateTime } from './time'

/** Days shown side by side (SPEC §9). */
export const GRID_DAYS = 5

/** The field of a slot that calendar arithmetic reads. */
export interface HasDateTime {
  dateTime: string
}

/** Groups slots by the viewer's day, earliest first within a day. Omits slots whose time cannot be parsed. */
export function slotsByDay<T extends HasDateTime>(slots: readonly T[], zone: string): Map<string, T[]> {
  const days = new Map<string, T[]>()
  const sorted = [...slots].sort((a, b) => compareInstants(a.dateTime, b.dateTime))
  for (const slot of sorted) {
    const day = dayOf(slot.dateTime, zone)
    if (!day) continue
    const list = days.get(day)
    if (list) list.push(slot)
    else days.set(day, [slot])
  }
  return days
}

export interface GridDay<T> {
  day: string
  slots: T[]
}

/** Returns `count` consecutive days starting at `first`, each with its slots. */
export function gridDays<T extends HasDateTime>(
  byDay: ReadonlyMap<string, T[]>,
  first: string,
  count: number = GRID_DAYS,
): GridDay<T>[] {
  return daysFrom(first, count).map((day) => ({ day, slots: byDay.get(day) ?? [] }))
}

/** The first day after `day` that has slots. */
export function nextFreeDay(byDay: ReadonlyMap<string, readonly unknown[]>, day: string): string | null {
  return [...byDay.keys()].sort().find((candidate) => candidate > day) ?? null
}

/**
 * The day to show first: `earliest` if it has slots or no later day has, otherwise the next day
 * with slots.
 */
export function firstDayToShow(byDay: ReadonlyMap<string, readonly unknown[]>, earliest: string): string {
  return byDay.has(earliest) ? earliest : (nextFreeDay(byDay, earliest) ?? earliest)
}

/** The first day of the next or previous page, never before `earliest`. */
export function pageDays(first: string, direction: 1 | -1, earliest: string, count = GRID_DAYS): string {
  const target = addDays(first, direction * count)
  return target < earliest ? earliest : target
}

/**
 * Slots that have not started at `now`. The server decides what can be booked; this only hides
 * slots that started since the last fetch.
 */
export function futureSlots<T extends HasDateTime>(slots: readonly T[], now: number): T[] {
  return slots.filter((slot) => epochMs(slot.dateTime) > now)
}

export type DayPart = 'earlyMorning' | 'morning' | 'afternoon' | 'evening'

/** Groups the slots of one day by part of the day in the current language, in order, without empty groups. */
export function slotsByDayPart<T extends HasDateTime>(
  slots: readonly T[],
  zone: string,
): { part: DayPart; slots: T[] }[] {
  const groups: { part: DayPart; slots: T[] }[] = []
  for (const slot of slots) {
    const hour = localHour(slot.dateTime, zone)
    const part = dayPartOf(hour)
    const last = groups.at(-1)
    if (last?.part === part) last.slots.push(slot)
    else groups.push({ part, slots: [slot] })
  }
  return groups
}

function dayPartOf(hour: number): DayPart {
  const [morning, afternoon, evening] = timeCopy.dayPartStarts
  if (hour >= evening) return 'evening'
  if (hour >= afternoon) return 'afternoon'
  return hour >= morning ? 'morning' : 'earlyMorning'
}

function localHour(iso: string, zone: string): number {
  return Number(toLocalDateTime(iso, zone)?.slice(11, 13) ?? 0)
}
