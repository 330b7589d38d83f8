import { hoursCopy } from '@/copy/hours'
import { z } from '@/lib/schema'
import { isDay } from '@/lib/wall'

const { errors } = hoursCopy
export const MIN_VISIBILITY_DAYS = 1
export const MAX_VISIBILITY_DAYS = 90
const CLASS_MINUTES = 60
/** How many days one line of time off may span. */
export const MAX_SPAN_DAYS = 366

const required = (message: string) => z.string(message).check(z.minLength(1, message))

const rowSchema = z
  .object({
    /** Only to tell the rows apart on the screen. */
    key: z.string(),
    day: required(errors.day),
    start: required(errors.start),
    end: required(errors.end),
  })
  .check((context) => {
    const message = rangeProblem(context.value)
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
    for (const [field, message] of exceptionProblems(context.value)) {
      context.issues.push({ code: 'custom', input: context.value, path: [field], message })
    }
  })

/** Time off, or other hours on one date. */
export type ExceptionRow = z.infer<typeof exceptionSchema>

/** The availability form: SPEC §5's sentences, and what the server refuses besides (D12). */
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
    for (const index of overlapping(context.value, (one, other) => one.day === other.day)) {
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: [index, 'start'],
        message: errors.overlap,
      })
    }
  }),
  exceptions: z.array(exceptionSchema).check((context) => {
    for (const [index, field, message] of clashes(context.value)) {
      context.issues.push({ code: 'custom', input: context.value, path: [index, field], message })
    }
  }),
})

/** Minutes since midnight of `HH:mm`; `24:00` is the end of the day. */
export function minutes(text: string): number {
  const [hours = 0, rest = 0] = text.split(':').map(Number)
  return hours * 60 + rest
}

interface Range {
  start: string
  end: string
}

function rangeProblem({ start, end }: Range): string | null {
  const length = minutes(end) - minutes(start)
  return length <= 0 ? errors.inverted : length < CLASS_MINUTES ? errors.tooShort : null
}

function exceptionProblems(row: ExceptionRow): [string, string][] {
  if (!isDay(row.from)) return [['from', errors.date]]
  if (row.kind === 'off') {
    if (row.until && !isDay(row.until)) return [['until', errors.date]]
    if (row.until && row.until < row.from) return [['until', errors.untilBefore]]
    return spanDays(row) > MAX_SPAN_DAYS ? [['until', errors.tooLong]] : []
  }
  if (!row.start) return [['start', errors.start]]
  if (!row.end) return [['end', errors.end]]
  const problem = rangeProblem(row)
  return problem ? [['end', problem]] : []
}

/** How many days a line of time off covers. */
function spanDays({ from, until }: ExceptionRow): number {
  return until ? Temporal.PlainDate.from(from).until(until).days + 1 : 1
}

/** Lines that speak of a date that an earlier line has off, or of an hour that it has. */
function clashes(rows: readonly ExceptionRow[]): [number, string, string][] {
  const covers = (row: ExceptionRow) => [row.from, row.kind === 'off' && row.until ? row.until : row.from]
  const meet = (one: ExceptionRow, other: ExceptionRow) => {
    const [from = '', until = ''] = covers(one)
    const [otherFrom = '', otherUntil = ''] = covers(other)
    return from !== '' && otherFrom !== '' && from <= otherUntil && otherFrom <= until
  }
  return rows.flatMap((row, index): [number, string, string][] => {
    const earlier = rows.slice(0, index).filter((other) => meet(row, other))
    if (earlier.some((other) => other.kind === 'off' || row.kind === 'off')) {
      return [[index, 'from', errors.dateTaken]]
    }
    return earlier.some((other) => sharesTime(row, other)) ? [[index, 'start', errors.overlap]] : []
  })
}

const sharesTime = (one: Range, other: Range) =>
  minutes(other.start) < minutes(one.end) && minutes(one.start) < minutes(other.end)

/** Rows that share time with an earlier row of the same day. */
function overlapping<T extends Range>(rows: readonly T[], sameDay: (one: T, other: T) => boolean): number[] {
  return rows.flatMap((row, index) =>
    rows.slice(0, index).some((other) => sameDay(row, other) && sharesTime(row, other)) ? [index] : [],
  )
}

/** One-hour classes that a week of these rows offers; unfinished rows count for nothing. */
export function classesPerWeek(rows: readonly HoursRow[]): number {
  return rows.reduce((sum, row) => {
    const length = row.day && row.start && row.end ? minutes(row.end) - minutes(row.start) : 0
    return sum + Math.max(0, Math.floor(length / CLASS_MINUTES))
  }, 0)
}
