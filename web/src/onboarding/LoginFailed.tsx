import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { useAppConfig } from '@/api/useAppConfig'
import { onboardingCopy } from '@/copy/onboarding'
import { sessionCopy } from '@/copy/session'
import { homePathOf } from '@/session/routeGuard'
import { ensureSession, resetSession } from '@/session/session'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { PageTitle } from '@/ui/PageTitle'
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
