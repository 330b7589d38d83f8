import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { userStatusQuery } from '@/api/people'
import { leaveTo } from '@/family/leaveTo'
import { accountOf } from '@/session/acting'
import { homePathOf } from '@/session/routeGuard'
import type { SignedInSession } from '@/session/session'
import { useSession } from '@/session/useSession'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { LinkAccount } from './LinkAccount'
import { LoginFailed } from './LoginFailed'
import { OnboardingLayout } from './OnboardingLayout'
import { RoleChoice } from './RoleChoice'

const StudentForm = lazy(() => import('./StudentForm').then(({ StudentForm: form }) => ({ default: form })))
const AddChild = lazy(() => import('./AddChild').then(({ AddChild: form }) => ({ default: form })))
const TeacherWizard = lazy(async () => ({
  default: (await import('./wizard/TeacherWizard')).TeacherWizard,
}))

/**
 * /onboarding: a signed-in user without a role chooses one (SPEC §2, §4), and any account holder adds
 * a child (ADR 14).
 */
export function OnboardingPage() {
  const session = useSession()
  const search = useSearch({ from: '/ui/onboarding' })
  const navigate = useNavigate()
  const [mode, setMode] = useState(search.as ?? (search.ref ? 'student' : 'choice'))
  const isAddingChild = search.for === 'child'
  const person = session?.status === 'signedIn' ? accountOf(session) : null
  const status = useQuery({
    ...userStatusQuery(person?.email ?? ''),
    enabled: Boolean(person?.email) && !isAddingChild,
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
  if (session?.status === 'signedIn' && isAddingChild) {
    return <AddChildPage session={session} inviteCode={search.ref ?? ''} />
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
          <StudentForm
            person={person}
            learners={session?.status === 'signedIn' ? (session.learners ?? []) : []}
            inviteCode={search.ref ?? ''}
            onBack={() => choose('choice')}
          />
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

function AddChildPage({ session, inviteCode }: { session: SignedInSession; inviteCode: string }) {
  return (
    <OnboardingLayout>
      <Suspense fallback={<Skeleton height={480} radius="lg" />}>
        <AddChild
          account={accountOf(session)}
          learners={session.learners ?? []}
          inviteCode={inviteCode}
          onBack={() => leaveTo(session.account ? '/booking' : homePathOf(session))}
        />
      </Suspense>
    </OnboardingLayout>
  )
}
