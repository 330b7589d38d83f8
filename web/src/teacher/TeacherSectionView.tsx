import { lazy } from 'react'
import type { TeacherSection } from './sections'

const MyClasses = lazy(async () => ({ default: (await import('./classes/MyClasses')).MyClasses }))
const MyStudents = lazy(async () => ({ default: (await import('./students/MyStudents')).MyStudents }))
const StudentPage = lazy(async () => ({ default: (await import('./students/StudentPage')).StudentPage }))
const MyProfile = lazy(async () => ({ default: (await import('./profile/MyProfile')).MyProfile }))
const Availability = lazy(async () => ({
  default: (await import('./availability/AvailabilitySection')).AvailabilitySection,
}))
const Payments = lazy(async () => ({ default: (await import('./payments/Payments')).Payments }))
const MyAccount = lazy(async () => ({ default: (await import('./account/TeacherAccount')).TeacherAccount }))
const Help = lazy(async () => ({ default: (await import('./help/Help')).Help }))

interface TeacherSectionViewProps {
  section: Exclude<TeacherSection, 'dashboard'>
  item: string | null
  /** Called when the section has unsaved changes, or no longer has. */
  onUnsaved: (unsaved: boolean) => void
}

/** All sections except the dashboard, each loaded on demand. */
export function TeacherSectionView({ section, item, onUnsaved }: TeacherSectionViewProps) {
  switch (section) {
    case 'classes':
      return <MyClasses />
    case 'students':
      return item ? <StudentPage id={item} onUnsaved={onUnsaved} /> : <MyStudents />
    case 'profile':
      return <MyProfile onUnsaved={onUnsaved} />
    case 'availability':
      return <Availability onUnsaved={onUnsaved} />
    case 'payments':
      return <Payments item={item} onUnsaved={onUnsaved} />
    case 'help':
      return <Help item={item} onUnsaved={onUnsaved} />
    case 'account':
      return <MyAccount />
  }
}
