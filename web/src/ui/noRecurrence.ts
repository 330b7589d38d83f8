/**
 * In place of the package `rrule`, which the calendar imports for recurring events. Tala's events
 * have single dates.
 */
export const RRule = {
  parseString(): never {
    throw new Error('events of the calendar must have single dates')
  },
}
