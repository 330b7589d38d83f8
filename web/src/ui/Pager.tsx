import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { pagingCopy as copy } from '@/copy/paging'
import { IconButton } from './IconButton'
import classes from './Pager.module.css'
import { useIsWide } from './useIsWide'

/** Rows per page: ten, or five cards on narrow screens (SPEC §9). */
export function usePageSize(): number {
  return useIsWide() ? 10 : 5
}

/**
 * State of a list that the server pages by cursor. Starts again at the first page when `resetKey`
 * changes.
 */
export function useCursorPages(resetKey: string) {
  const [state, setState] = useState<{ resetKey: string; cursors: (string | null)[] }>({
    resetKey,
    cursors: [null],
  })
  if (state.resetKey !== resetKey) setState({ resetKey, cursors: [null] })
  const cursors = state.resetKey === resetKey ? state.cursors : [null]
  return {
    after: cursors.at(-1) ?? null,
    page: cursors.length,
    next: (cursor: string) => setState({ resetKey, cursors: [...cursors, cursor] }),
    previous: () => setState({ resetKey, cursors: cursors.slice(0, -1) }),
  }
}

/** Pages of a list that is loaded completely. The last page disappears with its last row. */
export function useClientPages<T>(rows: readonly T[], pageSize?: number) {
  const defaultSize = usePageSize()
  const size = pageSize ?? defaultSize
  const [requestedPage, setRequestedPage] = useState(1)
  const count = Math.max(Math.ceil(rows.length / size), 1)
  const page = Math.min(requestedPage, count)
  return {
    pageRows: rows.slice((page - 1) * size, page * size),
    pager: {
      pages: { page, next: () => setRequestedPage(page + 1), previous: () => setRequestedPage(page - 1) },
      total: rows.length,
      size,
      next: page < count ? String(page + 1) : null,
    },
  }
}

interface PagerProps {
  /** What is paged, for screen readers. */
  label: string
  pages: Pick<ReturnType<typeof useCursorPages>, 'page' | 'next' | 'previous'>
  total: number
  size: number
  /** The cursor of the next page, or `null` on the last one. */
  next: string | null
}

/** Previous and next buttons of a list. Renders nothing for a single page. */
export function Pager({ label, pages, total, size, next }: PagerProps) {
  const count = Math.max(Math.ceil(total / size), pages.page)
  if (count <= 1) return null
  return (
    <nav className={classes.pager} aria-label={copy.label(label)}>
      <IconButton label={copy.previous} disabled={pages.page === 1} onClick={pages.previous}>
        <IconChevronLeft size={20} />
      </IconButton>
      <span role="status">{copy.page(pages.page, count)}</span>
      <IconButton label={copy.next} disabled={next === null} onClick={() => next && pages.next(next)}>
        <IconChevronRight size={20} />
      </IconButton>
    </nav>
  )
}
