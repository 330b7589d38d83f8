import { inviteCopy } from '@/copy/invite'
import { teacherAboutCopy } from '@/copy/teacherAbout'
import { timeCopy } from '@/copy/time'
import { translationsOf } from '@/lib/i18n'

function cityNames(): Record<string, string> {
  return { ...timeCopy.cities, ...translationsOf('city') }
}

/** The words of the page's script, in the language of the page; without them it would load all texts. */
export function scriptWords() {
  return {
    zone: inviteCopy.times.zone('{city}'),
    other: inviteCopy.price.other('{amount}'),
    signedIn: inviteCopy.signedIn,
    busy: {
      seconds: inviteCopy.busy.seconds('{count}'),
      minutes: inviteCopy.busy.minutes('{count}'),
    },
    weekdays: timeCopy.shortWeekdays,
    months: timeCopy.shortMonths,
    hours: Array.from({ length: 24 }, (_, hour) => timeCopy.clock(hour, 0)),
    cities: cityNames(),
  }
}

export type ScriptWords = ReturnType<typeof scriptWords>

/** The words with which the server fills the page. */
export function serverWords() {
  const { weekdays, months, hours, cities } = scriptWords()
  return structuredClone({
    and: inviteCopy.words.and,
    languages: translationsOf('language'),
    weekdays,
    months,
    hours,
    cities,
    styles: translationsOf('danceStyle'),
    classTypes: translationsOf('classType'),
    ageGroups: teacherAboutCopy.ageNames,
  })
}
