import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { errorText, serverFirstErrorText } from '@/api/errorText'
import { useAppConfig } from '@/api/useAppConfig'
import { onboardingCopy } from '@/copy/onboarding'
import { sessionCopy } from '@/copy/session'
import { homePathOf } from '@/session/routeGuard'
import { ensureSession, resetSession } from '@/session/session'
import { signOut } from '@/session/signOut'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { PageTitle } from '@/ui/PageTitle'
import { TextLink } from '@/ui/TextLink'
import classes from './OnboardingPage.module.css'

/** Shown when the user is signed in with the provider but our login request failed. */
export function LoginFailed({ error }: { error: ApiError }) {
  const config = useAppConfig()
  const navigate = useNavigate()
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    resetSession()
    const session = await ensureSession()
    setRetrying(false)
    await navigate({ to: homePathOf(session), replace: true })
  }
  if (error.code === 'account_exists') return <AccountExists error={error} />
  if (error.code === 'account_suspended') return <Suspended error={error} />
  return (
    <div className={classes.stack}>
      <PageTitle title={onboardingCopy.pageTitle} productName={config?.productName ?? ''}>
        {onboardingCopy.loginFailed}
      </PageTitle>
      <ErrorPanel
        message={serverFirstErrorText(error, sessionCopy.failedHint)}
        reference={error.requestId}
        retrying={retrying}
        onRetry={() => void retry()}
      />
    </div>
  )
}

/** Another account at the same provider has this address (D38). Trying again cannot help. */
function AccountExists({ error }: { error: ApiError }) {
  const config = useAppConfig()
  return (
    <div className={classes.stack}>
      <PageTitle title={sessionCopy.exists.title} productName={config?.productName ?? ''}>
        {sessionCopy.exists.title}
      </PageTitle>
      <ErrorPanel message={errorText(error, sessionCopy.failedHint)} />
      <Button onClick={() => void signOut()}>{sessionCopy.exists.otherWay}</Button>
    </div>
  )
}

/** A suspended person can only write to support; trying again would not help. */
function Suspended({ error }: { error: ApiError }) {
  const config = useAppConfig()
  const copy = onboardingCopy.suspended
  const { reason } = error.problem as { reason?: string }
  return (
    <div className={classes.stack}>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p>{copy.text}</p>
      {reason && <p>{copy.reason(reason)}</p>}
      {config && (
        <p>
          <TextLink href={`mailto:${config.supportEmail}`}>{copy.write(config.supportEmail)}</TextLink>
        </p>
      )}
    </div>
  )
}
