import { Group } from '@mantine/core'
import { IconCalendarHeart, IconLogout } from '@tabler/icons-react'
import { nowIso, today, toLocalDateTime } from '@/lib/time'
import { Kolam } from '@/ui/Kolam'
import { LoadingScreen } from '@/ui/LoadingScreen'
import type { MenuEntry } from '@/ui/Menu'
import { PageTitle } from '@/ui/PageTitle'
import { Shell } from '@/ui/Shell'
import { SlotGrid } from '@/ui/SlotGrid'
import { SlotGridList } from '@/ui/SlotGridList'
import { SlotGridSkeleton } from '@/ui/SlotGridSkeleton'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import { useIsWide } from '@/ui/useIsWide'
import { WeekCalendar } from '@/ui/WeekCalendar'
import { Controls } from './Controls'
import { Example } from './Example'
import { Hours } from './Hours'
import { Lists } from './Lists'
import { ENTRIES, FAR_ZONE, LONG_NAME, SLOT_DAYS, ZONE } from './samples'

const noop = () => undefined

const MENU: MenuEntry[] = [
  { key: 'here', label: 'Dashboard', icon: IconCalendarHeart, href: '#main', active: true },
  { key: 'group', label: 'My Classes', items: [{ key: 'long', label: LONG_NAME, href: '#main' }] },
  { key: 'out', label: 'Logout', icon: IconLogout, onSelect: noop },
]

/** All components of `ui/` in their states, for visual review. Not part of the production build. */
export function Gallery() {
  const wide = useIsWide()
  const [first] = SLOT_DAYS
  return (
    <Shell productName="Tala" menu={MENU}>
      <PageTitle title="Gallery" productName="Tala">
        Gallery of {LONG_NAME}
      </PageTitle>
      <Controls />
      <Lists />
      <Example name="Free classes">
        {wide ? (
          <SlotGrid days={SLOT_DAYS} zone={ZONE} teacherZone={FAR_ZONE} onPick={noop} />
        ) : (
          first && <SlotGridList day={first} zone={ZONE} teacherZone={FAR_ZONE} empty={null} onPick={noop} />
        )}
        <SlotGridSkeleton columns={wide ? 5 : 1} />
      </Example>
      <Example name="Calendar">
        <WeekCalendar
          view={wide ? 'week' : 'day'}
          date={today(ZONE)}
          entries={ENTRIES}
          now={() => toLocalDateTime(nowIso(), ZONE) ?? ''}
          open={[]}
          firstDayOfWeek={1}
          onTime={() => undefined}
          moreLabel={(count) => `${count} more`}
          onOpen={noop}
          onDay={noop}
        />
      </Example>
      <Hours />
      <Example name="Ornaments">
        <Group>
          <TeacherEmblem teacherId="padma" />
          <TeacherEmblem teacherId="padma" size="large" />
          <span style={{ width: 96, color: 'var(--brand)' }}>
            <Kolam seed="padma" />
          </span>
        </Group>
        <LoadingScreen />
      </Example>
    </Shell>
  )
}
