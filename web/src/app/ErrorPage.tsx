import type { ErrorComponentProps } from '@tanstack/react-router'
import { isApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { failureCopy as copy } from '@/copy/failures'
import { failureKind } from './failureKind'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

/** Shown instead of a page that threw, or whose code or session could not be loaded. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const kind = failureKind(error)
  const { title, text } = copy[kind]
  const reference = isApiError(error) && error.requestId ? copy.reference(error.requestId) : null
  return (
    <MessagePage
      alert
      title={title}
      message={kind === 'broken' ? errorText(error, text) : text}
      detail={reference}
    >
      {kind !== 'forbidden' && kind !== 'missing' && (
        <button type="button" className={classes.action} data-filled onClick={() => window.location.reload()}>
          {copy.reload}
        </button>
      )}
      <a className={classes.action} href="/">
        {copy.backToHome}
      </a>
    </MessagePage>
  )
}
