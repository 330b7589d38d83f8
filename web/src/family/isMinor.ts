import { displayZone, nowIso } from '@/lib/time'

/** The age from which a person needs no guardian. */
const ADULT_AGE = 18

/**
 * Whether someone born on this day (`YYYY-MM-DD`) is under 18 today. Someone born on 29 February is
 * a year older on 1 March of common years, as for the server.
 */
export function isMinor(birthDate: string): boolean {
  const birth = Temporal.PlainDate.from(birthDate)
  const today = Temporal.Instant.from(nowIso()).toZonedDateTimeISO(displayZone()).toPlainDate()
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day)
  return today.year - birth.year - (hadBirthday ? 0 : 1) < ADULT_AGE
}
