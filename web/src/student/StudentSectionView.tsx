import type { PackageSize, StudentProfile } from '@/api/types'
import type { Person } from '@/session/session'
import {
  LazyActiveClasses,
  LazyContactUs,
  LazyMyCredits,
  LazyPastClasses,
  LazyStudentAccount,
  LazyStudentTerms,
} from './lazyComponents'
import type { StudentView } from './useStudentSection'

interface StudentSectionViewProps {
  view: Exclude<StudentView, 'dashboard'>
  person: Person
  teacher: StudentProfile['teacher'] | undefined
  /** Whether this installation takes payments. */
  paymentsEnabled: boolean
  onBook: () => void
  /** A package was just bought. */
  purchased: boolean
  onBuy: (size: PackageSize) => void
  onResume: (orderId: string) => void
  /** The open order whose bank has not answered, if any. */
  unansweredId: string | null
}

/** All sections except the dashboard, each loaded on demand. */
export function StudentSectionView({
  view,
  person,
  teacher,
  paymentsEnabled,
  purchased,
  onBook,
  onBuy,
  onResume,
  unansweredId,
}: StudentSectionViewProps) {
  switch (view) {
    case 'activeclasses':
      return <LazyActiveClasses onBook={onBook} />
    case 'history':
      return <LazyPastClasses studentId={person.id} />
    case 'account':
      return (
        <LazyMyCredits
          student={person}
          payable={paymentsEnabled}
          purchased={purchased}
          onBook={onBook}
          onBuy={onBuy}
          onResume={onResume}
          unansweredId={unansweredId}
        />
      )
    case 'contactus':
      return <LazyContactUs teacher={teacher} payable={paymentsEnabled} />
    case 'settings':
      return <LazyStudentAccount />
    case 'terms':
      return <LazyStudentTerms />
  }
}
