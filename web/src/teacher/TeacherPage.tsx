import { Skeleton } from '@mantine/core'
import { IconCalendarEvent, IconClock, IconLogout } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { signOut } from '@/session/signOut'
import type { MenuEntry } from '@/ui/Menu'
import { Shell } from '@/ui/Shell'
import { DashboardSection } from './DashboardSection'

const AvailabilitySection = lazy(() =>
  import('./AvailabilitySection').then(({ AvailabilitySection: section }) => ({ default: section })),
)

/** /teacher: the sections stand behind the hash, as in the student area. */
export function TeacherPage() {
  const config = useAppConfig()
  const hash = useLocation({ select: (location) => location.hash })
  const section = hash === 'availability' ? 'availability' : 'dashboard'
  const { menu } = teacherCopy
  const entries: MenuEntry[] = [
    {
      key: 'dashboard',
      label: menu.dashboard,
      icon: IconCalendarEvent,
      href: '#dashboard',
      active: section === 'dashboard',
    },
    {
      key: 'availability',
      label: menu.availability,
      icon: IconClock,
      href: '#availability',
      active: section === 'availability',
    },
    { key: 'logout', label: menu.logout, icon: IconLogout, onSelect: () => void signOut() },
  ]
  return (
    <Shell productName={config?.productName ?? ''} menu={entries} menuLabel={menu.label}>
      <Suspense fallback={<Skeleton height={480} radius="lg" />}>
        {section === 'availability' ? <AvailabilitySection /> : <DashboardSection />}
      </Suspense>
    </Shell>
  )
}
