/** The arithmetic of the slot calendar: which slot stands under which day of the person who looks at it. */
import { addDays, compareInstants, dayOf, daysFrom, epochMs } from './time'

/** Days shown side by side (SPEC §9). */
export const GRID_DAYS = 5

/** What the calendar needs to know of a slot. */
export interface Timed {
  dateTime: string
}

/** Slots by the viewer's day, soonest first within the day. Slots without a readable time are left out. */
export function slotsByDay<T extends Timed>(slots: readonly T[], zone: string): Map<string, T[]> {
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

/** `count` consecutive columns beginning with `first`, each with its slots. */
export function gridDays<T extends Timed>(
  byDay: ReadonlyMap<string, T[]>,
  first: string,
  count: number = GRID_DAYS,
): GridDay<T>[] {
  return daysFrom(first, count).map((day) => ({ day, slots: byDay.get(day) ?? [] }))
}

/** The first day later than `day` that has slots. */
export function nextFreeDay(byDay: ReadonlyMap<string, readonly unknown[]>, day: string): string | null {
  return [...byDay.keys()].sort().find((candidate) => candidate > day) ?? null
}

/** The day to begin with: `earliest` when it has slots or nothing has, else the next day that does. */
export function firstDayToShow(byDay: ReadonlyMap<string, readonly unknown[]>, earliest: string): string {
  return byDay.has(earliest) ? earliest : (nextFreeDay(byDay, earliest) ?? earliest)
}

/** The group of days before or after, never beginning before `earliest`. */
export function pageDays(first: string, direction: 1 | -1, earliest: string): string {
  const moved = addDays(first, direction * GRID_DAYS)
  return moved < earliest ? earliest : moved
}

/** Slots that still lie ahead; the server decides what may be booked, this only drops what has passed meanwhile. */
export function futureSlots<T extends Timed>(slots: readonly T[], now: number): T[] {
  return slots.filter((slot) => epochMs(slot.dateTime) > now)
}
