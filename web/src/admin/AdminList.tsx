import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import classes from './DataTable.module.css'
import { LoadMore } from './LoadMore'

interface AdminListProps<T> {
  query: UseInfiniteQueryResult<{ pages: { items: T[] }[] }>
  labels: { title: string; loading: string; loadFailed: string; empty: string; emptyHint?: string }
  columns: Column<T>[]
  rowKey: (row: T) => string
  children?: ReactNode
}

/** A paged list with filters above: loading, error, empty, or rows with a button to load more. */
export function AdminList<T>({ query, labels, columns, rowKey, children }: AdminListProps<T>) {
  const { emptyHint } = labels
  // A search that matches too much, or an invalid id, is not a failure.
  const [fieldError] = Object.values(query.error?.fieldErrors ?? {})
  return (
    <>
      {children && <div className={classes.filters}>{children}</div>}
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
                <DataList label={labels.title} columns={columns} rows={rows} rowKey={rowKey} cardsOnTablet />
                <LoadMore query={query} />
              </div>
            )
          }}
        </QueryBoundary>
      )}
    </>
  )
}
