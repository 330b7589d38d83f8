import type { OpenRange } from '@/teacher/dashboard/openHours'

/** The open dialog of the calendar. */
export type CalendarDialog =
  | { kind: 'publish'; start?: string }
  /** What to do with a range of instants. */
  | { kind: 'time'; range: OpenRange }
  | { kind: 'cancelDay'; day: string }
