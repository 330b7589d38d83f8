import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { uiCopy } from '@/copy/ui'
import { ErrorPanel } from './ErrorPanel'
import { Loading } from './Loading'
import classes from './Reading.module.css'

interface ReadingProps<T> {
  query: UseQueryResult<T>
  loading: string
  failed: string
  /** About how high the content is. */
  height?: number
  children: (data: T) => ReactNode
}

/**
 * What was read, or that it is being read, or that it could not be, with another try. What was read before stays when
 * it cannot be read anew, and that it may be old is said.
 */
export function Reading<T>({ query, loading, failed, height = 240, children }: ReadingProps<T>) {
  const { data, error, isFetching, isRefetchError, refetch } = query
  if (data !== undefined) {
    return (
      <>
        {isRefetchError && (
          <div role="status" className={classes.old}>
            <p>{uiCopy.old}</p>
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
  return <Loading words={loading} height={height} />
}
