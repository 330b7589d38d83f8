import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { useAppConfig } from '@/api/useAppConfig'
import { onboardingCopy } from '@/copy/onboarding'
import { sessionCopy } from '@/copy/session'
import { homeOf } from '@/session/guard'
import { ensureSession, resetSession } from '@/session/session'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { PageTitle } from '@/ui/PageTitle'
import classes from './OnboardingPage.module.css'

/** Signed in, but our server could not say as whom. Nobody is asked to join again because of that. */
export function LoginFailed({ error }: { error: ApiError }) {
  const config = useAppConfig()
  const navigate = useNavigate()
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    resetSession()
    const session = await ensureSession()
    setRetrying(false)
    await navigate({ to: homeOf(session), replace: true })
  }
  return (
    <div className={classes.stack}>
      <PageTitle title={onboardingCopy.pageTitle} productName={config?.productName ?? ''}>
        {onboardingCopy.loginFailed}
      </PageTitle>
      <ErrorPanel
        message={serverText(error, sessionCopy.failedHint)}
        reference={error.requestId}
        retrying={retrying}
        onRetry={() => void retry()}
      />
    </div>
  )
}
