const PAGE_SIZE = 20

/** Query parameters of the page after a cursor, or of the first page for an empty cursor. */
export const pageParams = (cursor: string) => ({ limit: PAGE_SIZE, ...(cursor ? { after: cursor } : {}) })

/** Options of an infinite query over a list of the admin API. */
export const cursorPaging = {
  initialPageParam: '',
  getNextPageParam: ({ next }: { next?: string | null }) => next ?? undefined,
}

const EXPORT_PAGE_SIZE = 100
const MAX_EXPORT_PAGES = 100

/** Loads all pages of a list, at most 10,000 rows. */
export async function fetchAllPages<T>(
  fetchPage: (page: { limit: number; after?: string }) => Promise<{ items: T[]; next?: string | null }>,
): Promise<T[]> {
  const rows: T[] = []
  let after: string | undefined
  for (let page = 0; page < MAX_EXPORT_PAGES; page += 1) {
    const { items, next } = await fetchPage({ limit: EXPORT_PAGE_SIZE, ...(after ? { after } : {}) })
    rows.push(...items)
    if (!next) break
    after = next
  }
  return rows
}
