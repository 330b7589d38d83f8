import type { ErrorComponentProps } from '@tanstack/react-router'
import { isApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { uiCopy } from '@/copy/ui'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

/** What stands in place of a page that broke, or whose code or session could not be loaded. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const reference = isApiError(error) && error.requestId ? uiCopy.reference(error.requestId) : null
  return (
    <MessagePage
      alert
      title={uiCopy.pageFailedTitle}
      message={errorText(error, uiCopy.pageFailed)}
      detail={reference}
    >
      <button type="button" className={classes.action} data-filled onClick={() => window.location.reload()}>
        {uiCopy.reload}
      </button>
      <a className={classes.action} href="/">
        {uiCopy.backToHome}
      </a>
    </MessagePage>
  )
}
