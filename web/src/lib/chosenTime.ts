import { readStored } from './browserStorage'
import { CHOSEN_TIME_KEY, type ChosenTime, type StoredTime, storeChosenTime } from './chosenTimeStorage'
import { clock } from './clock'

const MAX_AGE_MS = 86_400_000

/**
 * The time that was chosen on the invite page; `null` if there is none. A choice that is older than a
 * day, or whose time has passed, is deleted.
 */
export function readChosenTime(): ChosenTime | null {
  const stored = readStored('localStorage', CHOSEN_TIME_KEY)
  if (!isStoredTime(stored)) return null
  const now = clock.now()
  const isValid = now - stored.chosenAt < MAX_AGE_MS && Date.parse(stored.dateTime) > now
  if (!isValid) storeChosenTime(null)
  return isValid ? stored : null
}

function isStoredTime(value: unknown): value is StoredTime {
  if (typeof value !== 'object' || value === null) return false
  const { code, dateTime, classType, chosenAt } = value as Record<string, unknown>
  return [code, dateTime, classType].every((text) => typeof text === 'string') && typeof chosenAt === 'number'
}
