import { Button } from '@mantine/core'
import { adminCopy } from '@/copy/admin'
import classes from './Admin.module.css'

interface MoreProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
}

/** Leads on to the older rows of a list. */
export function More({ query }: MoreProps) {
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
