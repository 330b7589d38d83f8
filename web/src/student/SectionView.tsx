import type { PackageSize, StudentProfile } from '@/api/types'
import type { Person } from '@/session/session'
import { MyAccount } from './account/MyAccount'
import { ActiveClasses } from './classes/ActiveClasses'
import { PastClasses } from './classes/PastClasses'
import { ContactUs } from './contact/ContactUs'
import { MyCredits } from './credits/MyCredits'
import { Terms } from './terms/Terms'
import type { View } from './useSection'

interface SectionViewProps {
  view: Exclude<View, 'dashboard'>
  person: Person
  teacher: StudentProfile['teacher'] | undefined
  /** This installation takes payments. */
  payable: boolean
  onBook: () => void
  onBuy: (size: PackageSize) => void
  onResume: (orderId: string) => void
}

/** The sections beside the dashboard. */
export function SectionView({ view, person, teacher, payable, onBook, onBuy, onResume }: SectionViewProps) {
  switch (view) {
    case 'activeclasses':
      return <ActiveClasses onBook={onBook} />
    case 'history':
      return <PastClasses studentId={person.id} />
    case 'account':
      return <MyCredits student={person} payable={payable} onBuy={onBuy} onResume={onResume} />
    case 'contactus':
      return <ContactUs teacher={teacher} payable={payable} />
    case 'settings':
      return <MyAccount />
    case 'terms':
      return <Terms />
  }
}
