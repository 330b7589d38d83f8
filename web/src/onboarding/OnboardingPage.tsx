import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { userStatusQuery } from '@/api/people'
import { useSession } from '@/session/useSession'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { LinkAccount } from './LinkAccount'
import { LoginFailed } from './LoginFailed'
import { OnboardingLayout } from './OnboardingLayout'
import { RoleChoice } from './RoleChoice'

const StudentForm = lazy(() => import('./StudentForm').then(({ StudentForm: form }) => ({ default: form })))
const TeacherWizard = lazy(async () => ({
  default: (await import('./wizard/TeacherWizard')).TeacherWizard,
}))

/** /onboarding: a signed-in user without a role chooses one (SPEC §2, §4). */
export function OnboardingPage() {
  const session = useSession()
  const search = useSearch({ from: '/ui/onboarding' })
  const navigate = useNavigate()
  const [mode, setMode] = useState(search.as ?? (search.ref ? 'student' : 'choice'))
  const person = session?.status === 'signedIn' ? session.person : null
  const status = useQuery({
    ...userStatusQuery(person?.email ?? ''),
    enabled: Boolean(person?.email),
    retry: false,
  })

  if (session?.status === 'failed') {
    return (
      <OnboardingLayout>
        {session.error.code === 'link_code_required' && session.email ? (
          <LinkAccount email={session.email} />
        ) : (
          <LoginFailed error={session.error} />
        )}
      </OnboardingLayout>
    )
  }
  // Once the role is known, the router navigates to its home page.
  if (person?.role !== 'user' || status.isLoading) return <LoadingScreen />
  if (status.data?.status === 'pending') return <Navigate to="/verification-pending" replace />
  const rejected = status.data?.isRejected === true
  const reason = status.data?.rejectionReason ?? null
  // The URL contains the choice, so that a reload or a new sign-in returns to the wizard. After a
  // page in Hindi the document is reloaded, because the teacher wizard is in English only.
  const choose = (next: 'student' | 'teacher' | 'choice') => {
    setMode(next)
    const { as: _, ...others } = search
    void navigate({
      to: '/onboarding',
      search: next === 'choice' ? others : { ...others, as: next },
      replace: true,
      reloadDocument: document.documentElement.lang === 'hi',
    })
  }
  return (
    <OnboardingLayout isEnglishOnly={mode === 'teacher'}>
      <Suspense fallback={<Skeleton height={480} radius="lg" />}>
        {mode === 'student' ? (
          <StudentForm person={person} inviteCode={search.ref ?? ''} onBack={() => choose('choice')} />
        ) : mode === 'teacher' ? (
          <TeacherWizard
            person={person}
            rejected={rejected ? { reason } : null}
            onBack={() => choose('choice')}
          />
        ) : (
          <RoleChoice
            name={person.name}
            rejected={rejected}
            onStudent={() => choose('student')}
            onTeacher={() => choose('teacher')}
          />
        )}
      </Suspense>
    </OnboardingLayout>
  )
}
