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

/** Entries of the bar at the bottom of a phone: the sections used every day. */
export function teacherBar(activeSection: TeacherSection): MenuEntry[] {
  const entries = [
    { key: 'dashboard', label: copy.bar.today, icon: IconCalendarEvent },
    { key: 'classes', label: copy.bar.classes, icon: IconVideo },
    { key: 'availability', label: copy.bar.hours, icon: IconClock },
    { key: 'payments', label: copy.bar.money, icon: IconChartBar },
  ]
  return entries.map((entry) => ({ ...entry, href: `#${entry.key}`, active: activeSection === entry.key }))
}

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
