import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { uiCopy } from '@/copy/ui'
import { ErrorPanel } from './ErrorPanel'
import { Loading } from './Loading'
import classes from './QueryBoundary.module.css'

interface QueryBoundaryProps<T> {
  query: UseQueryResult<T>
  loading: string
  failed: string
  /** Approximate height of the content in pixels. */
  height?: number
  children: (data: T) => ReactNode
}

/**
 * Renders the data of a query, or its loading or error state with a retry button. Data that could
 * not be refetched stays visible with a notice that it may be out of date.
 */
export function QueryBoundary<T>({ query, loading, failed, height = 240, children }: QueryBoundaryProps<T>) {
  const { data, error, isFetching, isRefetchError, refetch } = query
  if (data !== undefined) {
    return (
      <>
        {isRefetchError && (
          <div role="status" className={classes.stale}>
            <p>{uiCopy.stale}</p>
            <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
              {uiCopy.retry}
            </Button>
          </div>
        )}
        {children(data)}
      </>
    )
  }
  if (error) {
    return (
      <ErrorPanel
        message={failed}
        reference={error.requestId}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return <Loading label={loading} height={height} />
}
