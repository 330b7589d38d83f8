/** The age that a student states: a date of birth, or an age range. */
import { birthDateCopy } from '@/copy/birthDate'
import { type BirthDateParts, birthDateError, birthDateOf, NO_BIRTH_DATE } from './birthDate'

/** Age ranges of adults, as the server names them. */
export const AGE_BANDS = ['18-29', '30-44', '45-59', '60+'] as const
export type AgeBand = (typeof AGE_BANDS)[number]

/** The range of everyone who needs a guardian. The server knows no such range, but the date of birth. */
export const UNDER_18 = 'under18'

export interface AgeValue {
  /** Which of the two the form shows. */
  kind: 'date' | 'range'
  date: BirthDateParts
  range: AgeBand | typeof UNDER_18 | null
}

export const NO_AGE: AgeValue = { kind: 'date', date: NO_BIRTH_DATE, range: null }

/** What is missing or wrong, or `null`. */
export function ageError({ kind, date, range }: AgeValue): string | null {
  if (kind === 'date') return birthDateError(date)
  return range === null ? birthDateCopy.ranges.missing : null
}

/** The fields of a request; none if the value is incomplete, or the range is that of minors. */
export function ageFields({ kind, date, range }: AgeValue): { birthDate?: string; ageBand?: AgeBand } {
  if (kind === 'range') return range === null || range === UNDER_18 ? {} : { ageBand: range }
  const birthDate = birthDateOf(date)
  return birthDate ? { birthDate } : {}
}
