import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { useIsVeryWide } from '@/ui/useIsWide'
import classes from './DataTable.module.css'
import { LoadMore } from './LoadMore'
import { withSortButtons } from './SortButton'
import { SortSelect } from './SortSelect'
import type { Sorting } from './sorting'

interface AdminListProps<T> {
  query: UseInfiniteQueryResult<{ pages: { items: T[] }[] }>
  /** For lists that the server sorts by several columns. */
  sorting?: Sorting
  labels: { title: string; loading: string; loadFailed: string; empty: string; emptyHint?: string }
  columns: Column<T>[]
  rowKey: (row: T) => string
  renderBelow?: (row: T) => ReactNode
  children?: ReactNode
}

/** A paged list with filters above: loading, error, empty, or rows with a button to load more. */
export function AdminList<T>(props: AdminListProps<T>) {
  const { query, sorting, labels, columns, rowKey, renderBelow, children } = props
  // The width from which the list is a table with a head.
  const isTable = useIsVeryWide()
  const { emptyHint } = labels
  const shown = sorting ? withSortButtons(columns, sorting) : columns
  // A search that matches too much, or an invalid id, is not a failure.
  const [fieldError] = Object.values(query.error?.fieldErrors ?? {})
  return (
    <>
      {children && (
        <div className={classes.filters}>
          {children}
          {sorting && !isTable && <SortSelect columns={columns} sorting={sorting} />}
        </div>
      )}
      {fieldError ? (
        <EmptyState title={fieldError} />
      ) : (
        <QueryBoundary query={query} loading={labels.loading} failed={labels.loadFailed} height={420}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items)
            if (rows.length === 0)
              return <EmptyState title={labels.empty} {...(emptyHint ? { hint: emptyHint } : {})} />
            return (
              <div className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
                <DataList
                  label={labels.title}
                  columns={shown}
                  rows={rows}
                  rowKey={rowKey}
                  renderBelow={renderBelow}
                  cardsOnTablet
                />
                <LoadMore query={query} />
              </div>
            )
          }}
        </QueryBoundary>
      )}
    </>
  )
}
