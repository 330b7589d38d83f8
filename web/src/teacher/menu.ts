import {
  IconCalendarEvent,
  IconChartBar,
  IconClock,
  IconHelpCircle,
  IconLogout,
  IconUser,
  IconUserCog,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import { teacherCopy } from '@/copy/teacher'
import type { MenuEntry } from '@/ui/Menu'
import type { TeacherSection } from './sections'

const copy = teacherCopy.menu

/** Entries of the side menu in the order of SPEC §2. */
export function teacherMenu(activeSection: TeacherSection, onLogout: () => void): MenuEntry[] {
  const section = (key: TeacherSection, icon: NonNullable<MenuEntry['icon']>): MenuEntry => ({
    key,
    label: copy[key],
    icon,
    href: `#${key}`,
    active: activeSection === key,
  })
  return [
    section('dashboard', IconCalendarEvent),
    section('classes', IconVideo),
    section('students', IconUsers),
    section('profile', IconUser),
    section('availability', IconClock),
    section('payments', IconChartBar),
    section('help', IconHelpCircle),
    section('account', IconUserCog),
    { key: 'logout', label: copy.logout, icon: IconLogout, onSelect: onLogout },
  ]
}
