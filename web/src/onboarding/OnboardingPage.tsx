import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { userStatusQuery } from '@/api/people'
import { useSession } from '@/session/useSession'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { LoginFailed } from './LoginFailed'
import { OnboardingFrame } from './OnboardingFrame'
import { RoleChoice } from './RoleChoice'

const StudentForm = lazy(() => import('./StudentForm').then(({ StudentForm: form }) => ({ default: form })))

/** /onboarding: who has signed in and has no role yet chooses one (SPEC §2, §4). */
export function OnboardingPage() {
  const session = useSession()
  const search = useSearch({ from: '/ui/onboarding' })
  const [mode, setMode] = useState(search.as === 'student' || search.ref ? 'student' : 'choice')
  const person = session?.status === 'signedIn' ? session.person : null
  const status = useQuery({
    ...userStatusQuery(person?.email ?? ''),
    enabled: Boolean(person?.email),
    retry: false,
  })

  if (session?.status === 'failed') {
    return (
      <OnboardingFrame>
        <LoginFailed error={session.error} />
      </OnboardingFrame>
    )
  }
  // Once the role is known the router is already on its way to its home.
  if (person?.role !== 'user' || status.isLoading) return <LoadingScreen />
  if (status.data?.status === 'pending') return <Navigate to="/verification-pending" replace />
  return (
    <OnboardingFrame>
      {mode === 'student' ? (
        <Suspense fallback={<Skeleton height={480} radius="lg" />}>
          <StudentForm person={person} inviteCode={search.ref ?? ''} onBack={() => setMode('choice')} />
        </Suspense>
      ) : (
        <RoleChoice name={person.name} onStudent={() => setMode('student')} />
      )}
    </OnboardingFrame>
  )
}
