import { Group } from '@mantine/core'
import { IconCalendarHeart, IconLogout } from '@tabler/icons-react'
import { nowIso, today, toWall } from '@/lib/time'
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
import { Hours } from './Hours'
import { Lists } from './Lists'
import { Piece } from './Piece'
import { ENTRIES, FAR_ZONE, LONG_NAME, SLOT_DAYS, ZONE } from './samples'

const nothing = () => undefined

const MENU: MenuEntry[] = [
  { key: 'here', label: 'Dashboard', icon: IconCalendarHeart, href: '#main', active: true },
  { key: 'group', label: 'My Classes', items: [{ key: 'long', label: LONG_NAME, href: '#main' }] },
  { key: 'out', label: 'Logout', icon: IconLogout, onSelect: nothing },
]

/** Every component of `ui/` in its states, on one page that is never shipped. Look here first when the looks change. */
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
      <Piece name="Free classes">
        {wide ? (
          <SlotGrid days={SLOT_DAYS} zone={ZONE} teacherZone={FAR_ZONE} onPick={nothing} />
        ) : (
          first && (
            <SlotGridList day={first} zone={ZONE} teacherZone={FAR_ZONE} empty={null} onPick={nothing} />
          )
        )}
        <SlotGridSkeleton columns={wide ? 5 : 1} />
      </Piece>
      <Piece name="Calendar">
        <WeekCalendar
          view={wide ? 'week' : 'day'}
          date={today(ZONE)}
          entries={ENTRIES}
          now={() => toWall(nowIso(), ZONE) ?? ''}
          moreLabel={(count) => `${count} more`}
          onOpen={nothing}
          onDay={nothing}
        />
      </Piece>
      <Hours />
      <Piece name="Ornaments">
        <Group>
          <TeacherEmblem teacherId="padma" />
          <TeacherEmblem teacherId="padma" size="large" />
          <span style={{ width: 96, color: 'var(--brand)' }}>
            <Kolam seed="padma" />
          </span>
        </Group>
        <LoadingScreen />
      </Piece>
    </Shell>
  )
}
