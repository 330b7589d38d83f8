import { timeCopy } from './time'

/** Texts of the availability form in the application and the teacher area. SPEC's texts are word for word. */
export const hoursCopy = {
  timeZone: 'Time zone',
  zoneHint: 'Your hours follow this time zone all year, including daylight saving.',
  localZone: (city: string) => `This device is on ${city} time.`,
  switchToLocalZone: (city: string) => `Use ${city}`,
  visibilityDays: 'Visibility days',
  visibilityHint: 'How many days ahead students can book.',
  hours: 'Weekly hours',
  day: 'Day',
  start: 'Start',
  end: 'End',
  /** Labels of the time fields of one range, for screen readers: `Monday, start 2`. */
  startOf: (day: string, number: number) => `${day}, start${number > 1 ? ` ${number}` : ''}`,
  endOf: (day: string, number: number) => `${day}, end${number > 1 ? ` ${number}` : ''}`,
  until: 'to',
  off: 'Unavailable',
  /** A weekday without weekly hours on which some dates have hours. */
  stillOpen: ([first = '', ...others]: readonly string[]) => {
    if (others.length === 0) return `Still open on ${first}. That date has its own hours, listed below.`
    const dates =
      others.length === 1 ? `${first} and ${others[0]}` : `${first} and ${others.length} other dates`
    return `Still open on ${dates}. Those dates have their own hours, listed below.`
  },
  add: (day: string) => `Add hours on ${day}`,
  remove: (row: string) => `Remove ${row}`,
  copyDay: (day: string) => `Copy ${day} to other days`,
  copyTo: 'Copy to',
  copyApply: 'Copy',
  copyWeekdays: 'Mon to Fri',
  copyAll: 'Every day',
  noHours: 'No hours yet. Until you add some, students see no open slots.',
  /** The rest of a range that is shorter than a class. */
  remainder: (from: string, to: string) => `${from} to ${to} is too short for a class.`,
  perWeek: (count: number) => (count === 1 ? '1 class a week' : `${count} classes a week`),
  save: 'Save availability',
  noTime: 'No such time',
  midnight: 'Midnight',
  /** Starting on Sunday, as the server counts weekdays. */
  days: [6, 0, 1, 2, 3, 4, 5].map((day) => timeCopy.weekdays[day] ?? ''),

  exceptions: {
    title: 'Time off and different hours',
    hint: 'These dates replace your weekly hours. Booked classes are not cancelled.',
    row: (number: number) => `Date ${number}`,
    kind: (number: number) => `Time off or different hours for date ${number}`,
    off: 'Time off',
    hours: 'Different hours',
    date: 'Date',
    from: 'First day',
    until: 'Last day',
    note: 'Private note',
    add: 'Add time off or different hours',
    remove: (number: number) => `Remove date ${number}`,
  },

  errors: {
    timeZone: 'Please select your time zone',
    visibilityDays: 'Please specify visibility days',
    visibilityRange: 'Please choose from 1 to 90 visibility days',
    day: 'Please select a day',
    start: 'Start time required',
    end: 'End time required',
    inverted: 'The end must be after the start',
    tooShort: 'Please leave at least one hour, the length of a class',
    overlap: 'This overlaps other hours on the same day',
    date: 'Please select a date',
    untilBefore: 'The last day can’t be before the first',
    tooLong: 'Please use at most 366 dates',
    dateTaken: 'This date is already in another row',
  },
} as const
