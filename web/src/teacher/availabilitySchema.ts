import { teacherCopy } from '@/copy/teacher'
import { z } from '@/lib/schema'

const { errors } = teacherCopy.availability
export const MIN_VISIBILITY_DAYS = 1
export const MAX_VISIBILITY_DAYS = 90
const CLASS_MINUTES = 60

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
    const length = minutes(context.value.end) - minutes(context.value.start)
    const message = length <= 0 ? errors.inverted : length < CLASS_MINUTES ? errors.tooShort : null
    if (message) context.issues.push({ code: 'custom', input: context.value, path: ['end'], message })
  })

export type HoursRow = z.infer<typeof rowSchema>

/** The availability form: SPEC §5's sentences, and what the server refuses besides (D12). */
export const availabilitySchema = z.object({
  timeZone: required(errors.timeZone),
  visibilityDays: z
    .number(errors.visibilityDays)
    .check(
      z.gte(MIN_VISIBILITY_DAYS, errors.visibilityRange),
      z.lte(MAX_VISIBILITY_DAYS, errors.visibilityRange),
      z.int(errors.visibilityRange),
    ),
  rows: z.array(rowSchema).check((context) => {
    for (const index of overlapping(context.value)) {
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: [index, 'start'],
        message: errors.overlap,
      })
    }
  }),
})

/** Minutes since midnight of `HH:mm`; `24:00` is the end of the day. */
export function minutes(text: string): number {
  const [hours = 0, rest = 0] = text.split(':').map(Number)
  return hours * 60 + rest
}

/** Rows that share time with an earlier row of the same day. */
function overlapping(rows: readonly HoursRow[]): number[] {
  return rows.flatMap((row, index) => {
    const clashes = rows
      .slice(0, index)
      .some(
        (other) =>
          other.day === row.day &&
          minutes(other.start) < minutes(row.end) &&
          minutes(row.start) < minutes(other.end),
      )
    return clashes ? [index] : []
  })
}

/** One-hour classes that a week of these rows offers; unfinished rows count for nothing. */
export function classesPerWeek(rows: readonly HoursRow[]): number {
  return rows.reduce((sum, row) => {
    const length = row.day && row.start && row.end ? minutes(row.end) - minutes(row.start) : 0
    return sum + Math.max(0, Math.floor(length / CLASS_MINUTES))
  }, 0)
}
