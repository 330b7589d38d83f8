import { adminListsCopy as copy } from '@/copy/adminLists'

interface CountedPages {
  pages: { total?: { count: number; isCapped: boolean } | null }[]
}

/** How many rows a list has by the server's count, such as "1,204 bookings"; empty while it loads. */
export function countText(data: CountedPages | undefined, nouns: readonly [string, string]): string {
  const total = data?.pages[0]?.total
  return total ? copy.count(total.count, total.isCapped, nouns) : ''
}
