import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { taughtClassesQuery } from '@/api/teacherClasses'
import { teacherHoursQuery } from '@/api/teacherHours'
import { teacherClassesCopy as copy } from '@/copy/teacherClasses'
import { displayZone } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { PublishedClasses } from '@/teacher/availability/PublishedClasses'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Pager, useCursorPages, usePageSize } from '@/ui/Pager'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { teacherClassColumns } from './classColumns'
import { type ClassView, fromBooking } from './classView'
import { LazyClassDialog } from './lazyClassDialog'

type Tab = 'upcoming' | 'past'

/** My Classes: upcoming and past ones by time (SPEC §2, D15). */
export function MyClasses() {
  const [tab, setTab] = useState<Tab>('upcoming')
  return (
    <>
      <TeacherSectionTitle title={copy.title} />
      <Tabs
        value={tab}
        onChange={(value) => setTab(value === 'past' ? 'past' : 'upcoming')}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="upcoming">{copy.tabs.upcoming}</Tabs.Tab>
          <Tabs.Tab value="past">{copy.tabs.past}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <ClassPage when={tab} />
          {tab === 'upcoming' && <PublishedSection />}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** Published classes in the zone of the weekly hours. */
function PublishedSection() {
  const person = usePerson()
  const hours = useQuery(teacherHoursQuery(person.id))
  if (hours.isLoading) return null
  return <PublishedClasses teacherId={person.id} zone={hours.data?.availability?.timeZone ?? displayZone()} />
}

function ClassPage({ when }: { when: Tab }) {
  const size = usePageSize()
  const pages = useCursorPages(`${when} ${size}`)
  const classes = useQuery(taughtClassesQuery(when, size, pages.after))
  const [opened, setOpened] = useState<ClassView | null>(null)
  const label = copy.tabs[when]
  return (
    <>
      <QueryBoundary query={classes} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {({ items, total, next }) =>
          items.length === 0 ? (
            <EmptyState title={copy.empty[when]} hint={copy.emptyHint[when]} />
          ) : (
            <>
              <DataList
                label={label}
                columns={teacherClassColumns((booking) => setOpened(fromBooking(booking)))}
                rows={items}
                rowKey={({ _id }) => _id}
                cardsOnTablet
              />
              <Pager label={label} pages={pages} total={total} size={size} next={next} />
            </>
          )
        }
      </QueryBoundary>
      <Suspense>{opened && <LazyClassDialog classView={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
