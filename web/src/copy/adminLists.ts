/** Texts that all lists of the admin area share. */
export const adminListsCopy = {
  sortBy: 'Sort by',
  order: (column: string, direction: string) => `${column}, ${direction}`,
  directions: {
    time: { descending: 'latest first', ascending: 'earliest first' },
    amount: { descending: 'highest first', ascending: 'lowest first' },
    text: { descending: 'Z to A', ascending: 'A to Z' },
  },
  /** Such as "1,204 bookings", or "10,000+ bookings" if there are more than the server counts. */
  count: (count: number, isCapped: boolean, [one, many]: readonly [string, string]) =>
    `${count.toLocaleString('en')}${isCapped ? '+' : ''} ${count === 1 ? one : many}`,
} as const
