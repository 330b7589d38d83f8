import {
  IconBuildingBank,
  IconCalendarEvent,
  IconGift,
  IconHistory,
  IconLayoutDashboard,
  IconLogout,
  IconMail,
  IconMailForward,
  IconReceipt,
  IconReceiptRefund,
  IconScale,
  IconTag,
  IconUserCheck,
  IconUserCircle,
  IconUserCog,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import type { AdminOverview } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import type { MenuEntry } from '@/ui/Menu'
import type { AdminSection } from './sections'

const copy = adminCopy.menu

/** Numbers of waiting items by section. */
type MenuCounts = Partial<Record<AdminSection, number>>

/** Numbers of the menu from the key figures. */
export function menuCounts(figures: AdminOverview | undefined): MenuCounts {
  if (!figures) return {}
  return {
    approvals: figures.pendingTeachers,
    messages: figures.unansweredMessages,
    refunds: figures.failedRefunds,
    outbox: figures.outbox.dead,
  }
}

/** Entries of the side menu in groups. */
export function adminMenu(
  activeSection: AdminSection,
  counts: MenuCounts,
  onLogout: () => void,
): MenuEntry[] {
  const section = (key: AdminSection, icon: NonNullable<MenuEntry['icon']>): MenuEntry => ({
    key,
    label: copy[key],
    icon,
    href: `#${key}`,
    active: activeSection === key,
    count: counts[key] ?? 0,
  })
  const group = (key: keyof typeof copy.groups, items: MenuEntry[]): MenuEntry => ({
    key: `group-${key}`,
    label: copy.groups[key],
    items,
  })
  return [
    group('today', [
      section('today', IconLayoutDashboard),
      section('approvals', IconUserCheck),
      section('messages', IconMail),
    ]),
    group('people', [
      section('people', IconUsers),
      section('bookings', IconCalendarEvent),
      section('waitlist', IconUserPlus),
      section('referrals', IconGift),
    ]),
    group('money', [
      section('orders', IconReceipt),
      section('refunds', IconReceiptRefund),
      section('payouts', IconBuildingBank),
      section('coupons', IconTag),
    ]),
    group('system', [
      section('outbox', IconMailForward),
      section('books', IconScale),
      section('audit', IconHistory),
      section('admins', IconUserCog),
    ]),
    group('you', [
      section('account', IconUserCircle),
      { key: 'logout', label: copy.logout, icon: IconLogout, onSelect: onLogout },
    ]),
  ]
}
