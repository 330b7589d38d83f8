import type { PackageSize, StudentProfile } from '@/api/types'
import type { Person } from '@/session/session'
import { StudentAccount } from './account/StudentAccount'
import { ActiveClasses } from './classes/ActiveClasses'
import { PastClasses } from './classes/PastClasses'
import { ContactUs } from './contact/ContactUs'
import { MyCredits } from './credits/MyCredits'
import { StudentTerms } from './terms/StudentTerms'
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
}

/** All sections except the dashboard. */
export function StudentSectionView({
  view,
  person,
  teacher,
  paymentsEnabled,
  purchased,
  onBook,
  onBuy,
  onResume,
}: StudentSectionViewProps) {
  switch (view) {
    case 'activeclasses':
      return <ActiveClasses onBook={onBook} />
    case 'history':
      return <PastClasses studentId={person.id} />
    case 'account':
      return (
        <MyCredits
          student={person}
          payable={paymentsEnabled}
          purchased={purchased}
          onBook={onBook}
          onBuy={onBuy}
          onResume={onResume}
        />
      )
    case 'contactus':
      return <ContactUs teacher={teacher} payable={paymentsEnabled} />
    case 'settings':
      return <StudentAccount />
    case 'terms':
      return <StudentTerms />
  }
}
