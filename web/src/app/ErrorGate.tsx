import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { shellCopy } from '@/copy/shell'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

/** Explains what broke, by code that comes only then; if that does not come either, says the least. */
export function ErrorGate(props: ErrorComponentProps) {
  const [Page, setPage] = useState<ComponentType<ErrorComponentProps> | null>(null)
  const [isBare, setBare] = useState(false)
  useEffect(() => {
    import('./ErrorPage').then(
      ({ ErrorPage }) => setPage(() => ErrorPage),
      () => setBare(true),
    )
  }, [])
  if (Page) return <Page {...props} />
  if (!isBare) return <LoadingScreen />
  return (
    <MessagePage alert title={shellCopy.pageFailedTitle} message={shellCopy.pageFailed}>
      <a className={classes.action} href="/">
        {shellCopy.backToHome}
      </a>
    </MessagePage>
  )
}
