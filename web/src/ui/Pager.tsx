import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { pagingCopy as copy } from '@/copy/paging'
import { IconAction } from './IconAction'
import classes from './Pager.module.css'
import { useIsWide } from './useIsWide'

/** SPEC §9: ten rows a page, five cards on narrow screens. */
export function usePageSize(): number {
  return useIsWide() ? 10 : 5
}

/** The pages of a list that the server hands out one after the other. Begins anew when what is listed changes. */
export function usePages(of: string) {
  const [state, setState] = useState<{ of: string; cursors: (string | null)[] }>({ of, cursors: [null] })
  if (state.of !== of) setState({ of, cursors: [null] })
  const cursors = state.of === of ? state.cursors : [null]
  return {
    after: cursors.at(-1) ?? null,
    page: cursors.length,
    next: (cursor: string) => setState({ of, cursors: [...cursors, cursor] }),
    previous: () => setState({ of, cursors: cursors.slice(0, -1) }),
  }
}

/** The pages of a list that is there as a whole. The last page goes when its last row does. */
export function useSlices<T>(rows: readonly T[], rowsAPage?: number) {
  const usual = usePageSize()
  const size = rowsAPage ?? usual
  const [wanted, setWanted] = useState(1)
  const count = Math.max(Math.ceil(rows.length / size), 1)
  const page = Math.min(wanted, count)
  return {
    shown: rows.slice((page - 1) * size, page * size),
    pager: {
      pages: { page, next: () => setWanted(page + 1), previous: () => setWanted(page - 1) },
      total: rows.length,
      size,
      next: page < count ? String(page + 1) : null,
    },
  }
}

interface PagerProps {
  /** What is paged, for screen readers. */
  label: string
  pages: Pick<ReturnType<typeof usePages>, 'page' | 'next' | 'previous'>
  total: number
  size: number
  /** The cursor of the page after this one. */
  next: string | null
}

/** Back and forth between the pages of a list; a list of one page has none. */
export function Pager({ label, pages, total, size, next }: PagerProps) {
  const count = Math.max(Math.ceil(total / size), pages.page)
  if (count <= 1) return null
  return (
    <nav className={classes.pager} aria-label={copy.label(label)}>
      <IconAction label={copy.previous} disabled={pages.page === 1} onClick={pages.previous}>
        <IconChevronLeft size={20} />
      </IconAction>
      <span role="status">{copy.page(pages.page, count)}</span>
      <IconAction label={copy.next} disabled={next === null} onClick={() => next && pages.next(next)}>
        <IconChevronRight size={20} />
      </IconAction>
    </nav>
  )
}
