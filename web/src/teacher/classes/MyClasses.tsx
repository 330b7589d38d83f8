import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { taughtClassesQuery } from '@/api/teacherClasses'
import { teacherClassesCopy as copy } from '@/copy/teacherClasses'
import { SectionTitle } from '@/teacher/SectionTitle'
import { DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Pager, usePageSize, usePages } from '@/ui/Pager'
import { Reading } from '@/ui/Reading'
import { type ClassView, fromBooking } from './classView'
import { ClassDialog } from './lazyClassDialog'
import { taughtColumns } from './taughtColumns'

type When = 'upcoming' | 'past'

/** My Classes: those ahead and those past, by time (SPEC §2, D15). */
export function MyClasses() {
  const [when, setWhen] = useState<When>('upcoming')
  return (
    <>
      <SectionTitle title={copy.title} />
      <Tabs
        value={when}
        onChange={(value) => setWhen(value === 'past' ? 'past' : 'upcoming')}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="upcoming">{copy.tabs.upcoming}</Tabs.Tab>
          <Tabs.Tab value="past">{copy.tabs.past}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={when}>
          <ClassPage when={when} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function ClassPage({ when }: { when: When }) {
  const size = usePageSize()
  const pages = usePages(`${when} ${size}`)
  const taught = useQuery(taughtClassesQuery(when, size, pages.after))
  const [opened, setOpened] = useState<ClassView | null>(null)
  const label = copy.tabs[when]
  return (
    <>
      <Reading query={taught} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {({ items, total, next }) =>
          items.length === 0 ? (
            <EmptyState title={copy.empty[when]} hint={copy.emptyHint[when]} />
          ) : (
            <>
              <DataList
                label={label}
                columns={taughtColumns((booking) => setOpened(fromBooking(booking)))}
                rows={items}
                rowKey={({ _id }) => _id}
                roomy
              />
              <Pager label={label} pages={pages} total={total} size={size} next={next} />
            </>
          )
        }
      </Reading>
      <Suspense>{opened && <ClassDialog taught={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
