import { Button } from '@mantine/core'
import { adminCopy } from '@/copy/admin'
import classes from './Admin.module.css'

interface LoadMoreProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** Button that loads older rows of a list. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <p className={classes.more}>
      {query.isFetchNextPageError && <span role="alert">{adminCopy.moreFailed}</span>}
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {adminCopy.more}
      </Button>
    </p>
  )
}
