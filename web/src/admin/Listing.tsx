import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Reading } from '@/ui/Reading'
import { More } from './More'
import classes from './Sheet.module.css'

interface ListingProps<T> {
  query: UseInfiniteQueryResult<{ pages: { items: T[] }[] }>
  words: { title: string; loading: string; loadFailed: string; empty: string; emptyHint?: string }
  columns: Column<T>[]
  rowKey: (row: T) => string
  children?: ReactNode
}

/** A list of the back office below what narrows it down: loading, failed, empty, or rows and the way to more of them. */
export function Listing<T>({ query, words, columns, rowKey, children }: ListingProps<T>) {
  const { emptyHint } = words
  // A search that finds too much, or asks for what is no id, is no failure.
  const [refused] = Object.values(query.error?.fieldErrors ?? {})
  return (
    <>
      {children && <div className={classes.filters}>{children}</div>}
      {refused ? (
        <EmptyState title={refused} />
      ) : (
        <Reading query={query} loading={words.loading} failed={words.loadFailed} height={420}>
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items)
            if (rows.length === 0)
              return <EmptyState title={words.empty} {...(emptyHint ? { hint: emptyHint } : {})} />
            return (
              <div className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
                <DataList label={words.title} columns={columns} rows={rows} rowKey={rowKey} roomy />
                <More query={query} />
              </div>
            )
          }}
        </Reading>
      )}
    </>
  )
}
