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
import { type Section, useLeaveGuard } from './useLeaveGuard'

const AvailabilitySection = lazy(() =>
  import('./AvailabilitySection').then(({ AvailabilitySection: section }) => ({ default: section })),
)

const LeaveDialog = lazy(() =>
  import('./LeaveDialog').then(({ LeaveDialog: dialog }) => ({ default: dialog })),
)

/** /teacher: the sections stand behind the hash, as in the student area. */
export function TeacherPage() {
  const config = useAppConfig()
  const hash = useLocation({ select: (location) => location.hash })
  const wanted: Section = hash === 'availability' ? 'availability' : 'dashboard'
  const { section, setUnsaved, leave, question } = useLeaveGuard(wanted)
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
    { key: 'logout', label: menu.logout, icon: IconLogout, onSelect: () => leave(() => void signOut()) },
  ]
  return (
    <Shell productName={config?.productName ?? ''} menu={entries} menuLabel={menu.label}>
      <Suspense fallback={<Skeleton height={480} radius="lg" />}>
        {section === 'availability' ? <AvailabilitySection onUnsaved={setUnsaved} /> : <DashboardSection />}
      </Suspense>
      <Suspense>{question && <LeaveDialog {...question} />}</Suspense>
    </Shell>
  )
}
