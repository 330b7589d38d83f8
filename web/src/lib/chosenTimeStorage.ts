/**
 * Storage of the open time that a visitor chose on a teacher's invite page. It is kept on this device
 * through sign-up, which may end in another tab, until the student area opens its booking dialog.
 */
import { store } from './browserStorage'
import { clock } from './clock'

export const CHOSEN_TIME_KEY = 'tala.chosen-time'

export interface ChosenTime {
  /** The invite code of the teacher. */
  code: string
  /** RFC 3339 instant of the start. */
  dateTime: string
  classType: string
}

export interface StoredTime extends ChosenTime {
  /** Milliseconds since the epoch. */
  chosenAt: number
}

/** Stores the choice; `null` drops an earlier one. */
export function storeChosenTime(time: ChosenTime | null): void {
  store('localStorage', CHOSEN_TIME_KEY, time && { ...time, chosenAt: clock.now() })
}
