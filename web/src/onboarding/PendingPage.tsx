import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { userStatusQuery } from '@/api/people'
import { useAppConfig } from '@/api/useAppConfig'
import { pendingCopy as copy } from '@/copy/pending'
import { clock } from '@/lib/clock'
import { displayZone, formatDate, formatTime, toIso } from '@/lib/time'
import { homePathOf } from '@/session/routeGuard'
import { ensureSession, resetSession } from '@/session/session'
import { useSession } from '@/session/useSession'
import { Kolam } from '@/ui/Kolam'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { PageTitle } from '@/ui/PageTitle'
import { OnboardingLayout } from './OnboardingLayout'
import classes from './PendingPage.module.css'

const SentApplication = lazy(async () => ({
  default: (await import('./SentApplication')).SentApplication,
}))

const POLL_SECONDS = 60

/** /verification-pending: an application that is not decided yet (SPEC §2). */
export function PendingPage() {
  const config = useAppConfig()
  const session = useSession()
  const navigate = useNavigate()
  const email = session?.status === 'signedIn' ? session.person.email : ''
  const name = session?.status === 'signedIn' ? session.person.name : ''
  const [shown, setShown] = useState(false)
  const status = useQuery({
    ...userStatusQuery(email),
    enabled: email !== '',
    refetchInterval: POLL_SECONDS * 1000,
  })
  const approved = status.data?.status === 'approved'

  useEffect(() => {
    if (!approved) return
    resetSession()
    void ensureSession().then((known) => navigate({ to: homePathOf(known), replace: true }))
  }, [approved, navigate])

  if (status.isLoading) return <LoadingScreen />
  if (session?.status === 'failed' || status.data?.status === 'none' || status.data?.status === 'rejected') {
    return <Navigate to="/onboarding" replace />
  }
  return (
    <OnboardingLayout>
      <div className={classes.page}>
        <Kolam seed="tala-7" size={7} className={classes.ornament} />
        <PageTitle title={copy.title} productName={config?.productName ?? ''}>
          {copy.title}
        </PageTitle>
        <p className={classes.lead}>{copy.lead}</p>
        <ol className={classes.cards}>
          {copy.cards.map((card) => (
            <li key={card.title} className={classes.card}>
              <h2 className={classes.name}>{card.title}</h2>
              <p className={classes.text}>{card.text}</p>
            </li>
          ))}
        </ol>
        <div className={classes.status}>
          {status.data?.submittedAt && (
            <p>{copy.submitted(formatDate(status.data.submittedAt, displayZone()))}</p>
          )}
          <Button variant="default" loading={status.isFetching} onClick={() => void status.refetch()}>
            {copy.refresh}
          </Button>
          <p role="status">
            {copy.checked(formatTime(toIso(status.dataUpdatedAt || clock.now()), displayZone()))}
          </p>
        </div>
        <details className={classes.sent} onToggle={(event) => setShown(event.currentTarget.open)}>
          <summary>{copy.sent}</summary>
          <p>{copy.sentHint}</p>
          <Suspense>{shown && <SentApplication name={name} email={email} />}</Suspense>
        </details>
        {config && (
          <p className={classes.support}>
            {copy.support} <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>
          </p>
        )}
      </div>
    </OnboardingLayout>
  )
}
