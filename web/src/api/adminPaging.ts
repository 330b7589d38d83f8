const ROWS = 20

/** What asks for the rows after a cursor; without one, for the first. */
export const rowsAfter = (cursor: string) => ({ limit: ROWS, ...(cursor ? { after: cursor } : {}) })

/** How a list of the back office goes on. */
export const paged = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next?: string | null }) => next ?? undefined,
}
