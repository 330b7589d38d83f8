/** The server's limits per request. */
export const MAX_CLASSES = 20
export const MAX_DAYS = 365

/** Whether a number field holds an integer from 1 to `max`. It holds a text while empty or incomplete. */
export const isWithin = (value: number | string, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
