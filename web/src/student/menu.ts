import {
  IconCalendarHeart,
  IconCoins,
  IconFileText,
  IconHistory,
  IconLifebuoy,
  IconLogout,
  IconSchool,
  IconUserCog,
  IconVideo,
} from '@tabler/icons-react'
import { studentCopy } from '@/copy/student'
import type { MenuEntry } from '@/ui/Menu'
import type { StudentSection } from './sections'
import type { StudentView } from './useStudentSection'

const copy = studentCopy.menu

/** Entries of the side menu in the order of SPEC §2. */
export function studentMenu(
  view: StudentView,
  onSelect: (view: StudentView) => void,
  onLogout: () => void,
): MenuEntry[] {
  const section = (key: StudentSection, label: string, icon: MenuEntry['icon']): MenuEntry => ({
    key,
    label,
    ...(icon ? { icon } : {}),
    href: `#${key}`,
    active: view === key,
    onSelect: () => onSelect(key),
  })
  return [
    section('dashboard', copy.dashboard, IconCalendarHeart),
    {
      key: 'classes',
      label: copy.myClasses,
      icon: IconSchool,
      items: [
        section('activeclasses', copy.activeClasses, IconVideo),
        section('history', copy.pastClasses, IconHistory),
      ],
    },
    section('account', copy.myCredits, IconCoins),
    section('contactus', copy.contactUs, IconLifebuoy),
    {
      key: 'terms',
      label: copy.terms,
      icon: IconFileText,
      active: view === 'terms',
      onSelect: () => onSelect('terms'),
    },
    section('settings', copy.myAccount, IconUserCog),
    { key: 'logout', label: copy.logout, icon: IconLogout, onSelect: onLogout },
  ]
}
