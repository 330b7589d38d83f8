import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { shellCopy } from '@/copy/shell'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

type ErrorPageModule = { ErrorPage: ComponentType<ErrorComponentProps> }

/** Loads the error page when it is needed; falls back to a plain message if that fails too. */
export function LazyErrorPage(props: ErrorComponentProps) {
  const [Page, setPage] = useState<ComponentType<ErrorComponentProps> | null>(null)
  const [isLoadFailed, setLoadFailed] = useState(false)
  useEffect(() => {
    import('./ErrorPage').then(
      // `reloadOnChunkError` makes a failed import resolve to `undefined` while the page reloads.
      (loaded: ErrorPageModule | undefined) => loaded && setPage(() => loaded.ErrorPage),
      () => setLoadFailed(true),
    )
  }, [])
  if (Page) return <Page {...props} />
  if (!isLoadFailed) return <LoadingScreen />
  return (
    <MessagePage alert title={shellCopy.pageFailedTitle} message={shellCopy.pageFailed}>
      <a className={classes.action} href="/">
        {shellCopy.backToHome}
      </a>
    </MessagePage>
  )
}
