/** What the server allows at once. */
export const MOST_CLASSES = 20
export const MOST_DAYS = 365

/** Whether a field holds a whole number from 1 to `most`; it holds a text while it is empty or half typed. */
export const isWithin = (value: number | string, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
