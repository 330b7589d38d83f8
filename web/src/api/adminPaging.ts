const PAGE_SIZE = 20

/** Query parameters of the page after a cursor, or of the first page for an empty cursor. */
export const pageParams = (cursor: string) => ({ limit: PAGE_SIZE, ...(cursor ? { after: cursor } : {}) })

/** Options of an infinite query over a list of the admin API. */
export const cursorPaging = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next?: string | null }) => next ?? undefined,
}

/** The reply to a request for a file, which must be parsed as a blob: text would lose the byte order mark. */
export const fileOf = async (reply: Promise<unknown>): Promise<Blob> => (await reply) as Blob
