/** Local storage key of the language, `en` or `hi`. The script in the pages' heads reads it too. */
export const LANGUAGE_KEY = 'language'

/** What the signed-in person chose about times and calendars under My Account. */
export interface DisplayChoices {
  /** An IANA zone; `null` for the browser's. */
  zone: string | null
  is24Hours: boolean
  /** 0 is Sunday, 1 Monday, 6 Saturday; `null` if nothing was chosen. */
  weekStart: WeekStart | null
}

export type WeekStart = 0 | 1 | 6

const NOTHING_CHOSEN: DisplayChoices = { zone: null, is24Hours: false, weekStart: null }

let current = NOTHING_CHOSEN

export const displayChoices = (): DisplayChoices => current

/** Set before the first page is rendered, and after a change. Without an argument, nothing is chosen. */
export function setDisplayChoices(choices: DisplayChoices = NOTHING_CHOSEN): void {
  current = choices
}

/** The first day of the week; `standard` if the person chose none. */
export const firstDayOfWeek = (standard: WeekStart): WeekStart => current.weekStart ?? standard

/** The zone of the browser as an IANA name. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
