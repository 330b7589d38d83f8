import type { ErrorComponentProps } from '@tanstack/react-router'
import { errorText } from '@/api/errorText'
import { sessionCopy } from '@/copy/session'
import { signIn } from '@/session/signIn'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

const ACCESS_DENIED = 'access_denied'
/** The authorization code was used already or has expired. */
const INVALID_GRANT = 'invalid_grant'
/** The sign-in was started in another browser, or too long ago. */
const MISSING_STATE = /no (matching )?state/i

/** Shown when the sign-in failed: rejected, cancelled, or no response from the provider. */
export function CallbackPage({ error }: ErrorComponentProps) {
  return (
    <MessagePage alert title={sessionCopy.loginFailed} message={messageFor(error)}>
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

function messageFor(error: unknown): string {
  if (isOAuthError(error)) {
    if (error.error === ACCESS_DENIED) return sessionCopy.cancelled
    if (error.error === INVALID_GRANT) return sessionCopy.expired
  }
  const isMissingState = error instanceof Error && MISSING_STATE.test(error.message)
  return isMissingState ? sessionCopy.expired : errorText(error, sessionCopy.failedHint)
}

/** OAuth errors carry their code in `error`. */
function isOAuthError(error: unknown): error is { error: unknown } {
  return typeof error === 'object' && error !== null && 'error' in error
}
