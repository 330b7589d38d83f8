import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorText } from '@/api/errorText'
import { sessionCopy } from '@/copy/session'
import { signIn } from '@/session/signIn'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

const CANCELLED = 'access_denied'
/** The code of the link was used, or is too old. */
const SPENT = 'invalid_grant'
/** The sign-in that the link belongs to was not begun here, or too long ago. */
const STALE = /no (matching )?state/i

/** Shown when signing in could not be completed: refused, cancelled, or the provider did not answer. */
export function CallbackPage({ error }: ErrorComponentProps) {
  return (
    <MessagePage alert title={sessionCopy.loginFailed} message={explain(error)}>
      <button
        type="button"
        className={classes.action}
        data-filled
        onClick={() => void signIn({ intent: 'login' })}
      >
        {sessionCopy.tryAgain}
      </button>
      <a className={classes.action} href="/">
        {sessionCopy.backToHome}
      </a>
    </MessagePage>
  )
}

function explain(error: unknown): string {
  if (isRefusal(error)) {
    if (error.error === CANCELLED) return sessionCopy.cancelled
    if (error.error === SPENT) return sessionCopy.expired
  }
  const isStale = error instanceof Error && STALE.test(error.message)
  return isStale ? sessionCopy.expired : errorText(error, sessionCopy.failedHint)
}

/** The provider's own refusals carry their OAuth code. */
function isRefusal(error: unknown): error is { error: unknown } {
  return typeof error === 'object' && error !== null && 'error' in error
}
