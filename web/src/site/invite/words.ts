import { inviteCopy } from '@/copy/invite'
import { labelsCopy } from '@/copy/labels'
import { timeCopy } from '@/copy/time'

const cities: Record<string, string> = timeCopy.cities

/** The words of the page's script, in the language of the page; without them it would load all texts. */
export function scriptWords() {
  return {
    zone: inviteCopy.times.zone('{city}'),
    other: inviteCopy.price.other('{amount}'),
    signedIn: inviteCopy.signedIn,
    weekdays: timeCopy.shortWeekdays,
    months: timeCopy.shortMonths,
    hours: Array.from({ length: 24 }, (_, hour) => timeCopy.clock(hour, 0)),
    cities,
  }
}

export type ScriptWords = ReturnType<typeof scriptWords>

/** The words with which the server fills the page. */
export function serverWords() {
  const { weekdays, months, hours } = scriptWords()
  const { styles, classTypes } = labelsCopy
  return structuredClone({ ...inviteCopy.words, weekdays, months, hours, cities, styles, classTypes })
}
