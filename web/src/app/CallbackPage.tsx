import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorText } from '@/api/errorText'
import { sessionCopy } from '@/copy/session'
import { signIn } from '@/session/signIn'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

const CANCELLED = 'access_denied'

/** Shown when signing in could not be completed: refused, cancelled, or the provider did not answer. */
export function CallbackPage({ error }: ErrorComponentProps) {
  const cancelled = isRefusal(error) && error.error === CANCELLED
  return (
    <MessagePage
      alert
      title={sessionCopy.loginFailed}
      message={cancelled ? sessionCopy.cancelled : errorText(error, sessionCopy.failedHint)}
    >
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

/** The provider's own refusals carry their OAuth code. */
function isRefusal(error: unknown): error is { error: unknown } {
  return typeof error === 'object' && error !== null && 'error' in error
}
