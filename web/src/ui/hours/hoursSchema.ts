import { hoursCopy } from '@/copy/hours'
import { minutesOfDay } from '@/lib/dayMinutes'
import { isDay } from '@/lib/localDateTime'
import { z } from '@/lib/schema'

const { errors } = hoursCopy
export const MIN_VISIBILITY_DAYS = 1
export const MAX_VISIBILITY_DAYS = 90
/** The length of a class (SPEC §9). */
export const CLASS_MINUTES = 60
/** Longest time off in one row, in days. */
export const MAX_SPAN_DAYS = 366

const required = (message: string) => z.string(message).check(z.minLength(1, message))

const rowSchema = z
  .object({
    /** React key of the row. */
    key: z.string(),
    day: required(errors.day),
    start: required(errors.start),
    end: required(errors.end),
  })
  .check((context) => {
    const message = rangeError(context.value)
    if (message) context.issues.push({ code: 'custom', input: context.value, path: ['end'], message })
  })

export type HoursRow = z.infer<typeof rowSchema>

const exceptionSchema = z
  .object({
    key: z.string(),
    kind: z.enum(['off', 'hours']),
    from: z.string(),
    /** The last day of time off; empty for a single day. */
    until: z.string(),
    start: z.string(),
    end: z.string(),
    note: z.string(),
  })
  .check((context) => {
    for (const [field, message] of exceptionErrors(context.value)) {
      context.issues.push({ code: 'custom', input: context.value, path: [field], message })
    }
  })

/** Time off, or other hours on one date. */
export type ExceptionRow = z.infer<typeof exceptionSchema>

/** Schema of the availability form: SPEC §5's messages and the server's further rules (D12). */
export const hoursSchema = z.object({
  timeZone: required(errors.timeZone),
  visibilityDays: z
    .number(errors.visibilityDays)
    .check(
      z.gte(MIN_VISIBILITY_DAYS, errors.visibilityRange),
      z.lte(MAX_VISIBILITY_DAYS, errors.visibilityRange),
      z.int(errors.visibilityRange),
    ),
  rows: z.array(rowSchema).check((context) => {
    for (const index of overlappingRows(context.value, (one, other) => one.day === other.day)) {
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: [index, 'start'],
        message: errors.overlap,
      })
    }
  }),
  exceptions: z.array(exceptionSchema).check((context) => {
    for (const [index, field, message] of exceptionConflicts(context.value)) {
      context.issues.push({ code: 'custom', input: context.value, path: [index, field], message })
    }
  }),
})

interface Range {
  start: string
  end: string
}

function rangeError({ start, end }: Range): string | null {
  const length = minutesOfDay(end) - minutesOfDay(start)
  return length <= 0 ? errors.inverted : length < CLASS_MINUTES ? errors.tooShort : null
}

function exceptionErrors(row: ExceptionRow): [string, string][] {
  if (!isDay(row.from)) return [['from', errors.date]]
  if (row.kind === 'off') {
    if (row.until && !isDay(row.until)) return [['until', errors.date]]
    if (row.until && row.until < row.from) return [['until', errors.untilBefore]]
    return spanDays(row) > MAX_SPAN_DAYS ? [['until', errors.tooLong]] : []
  }
  if (!row.start) return [['start', errors.start]]
  if (!row.end) return [['end', errors.end]]
  const problem = rangeError(row)
  return problem ? [['end', problem]] : []
}

/** Number of days that a row of time off covers. */
function spanDays({ from, until }: ExceptionRow): number {
  return until ? Temporal.PlainDate.from(from).until(until).days + 1 : 1
}

/** Errors of rows that repeat a date that is off, or overlap other hours of the date. */
function exceptionConflicts(rows: readonly ExceptionRow[]): [number, string, string][] {
  const dateRange = (row: ExceptionRow) => [row.from, row.kind === 'off' && row.until ? row.until : row.from]
  const datesOverlap = (one: ExceptionRow, other: ExceptionRow) => {
    const [from = '', until = ''] = dateRange(one)
    const [otherFrom = '', otherUntil = ''] = dateRange(other)
    return from !== '' && otherFrom !== '' && from <= otherUntil && otherFrom <= until
  }
  return rows.flatMap((row, index): [number, string, string][] => {
    const earlier = rows.slice(0, index).filter((other) => datesOverlap(row, other))
    if (earlier.some((other) => other.kind === 'off' || row.kind === 'off')) {
      return [[index, 'from', errors.dateTaken]]
    }
    return earlier.some((other) => timesOverlap(row, other)) ? [[index, 'start', errors.overlap]] : []
  })
}

const timesOverlap = (one: Range, other: Range) =>
  minutesOfDay(other.start) < minutesOfDay(one.end) && minutesOfDay(one.start) < minutesOfDay(other.end)

/** Indexes of rows that overlap an earlier row of the same day. */
function overlappingRows<T extends Range>(
  rows: readonly T[],
  sameDay: (one: T, other: T) => boolean,
): number[] {
  return rows.flatMap((row, index) =>
    rows.slice(0, index).some((other) => sameDay(row, other) && timesOverlap(row, other)) ? [index] : [],
  )
}

/** The end of a range that is too short for another class; `null` if there is none, or no class at all. */
export function remainderOf({ start, end }: Range): Range | null {
  const length = start && end ? minutesOfDay(end) - minutesOfDay(start) : 0
  const rest = length % CLASS_MINUTES
  if (length < CLASS_MINUTES || rest === 0) return null
  const from = minutesOfDay(end) - rest
  return { start: `${pad(Math.floor(from / 60))}:${pad(from % 60)}`, end }
}

const pad = (part: number) => String(part).padStart(2, '0')

/** One-hour classes per week in these rows; incomplete rows count as zero. */
export function classesPerWeek(rows: readonly HoursRow[]): number {
  return rows.reduce((sum, row) => {
    const length = row.day && row.start && row.end ? minutesOfDay(row.end) - minutesOfDay(row.start) : 0
    return sum + Math.max(0, Math.floor(length / CLASS_MINUTES))
  }, 0)
}
