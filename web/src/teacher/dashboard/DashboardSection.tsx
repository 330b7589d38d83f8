import { Button } from '@mantine/core'
import { IconShare3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useState } from 'react'
import { activeClassesQuery } from '@/api/bookings'
import { teacherCopy } from '@/copy/teacher'
import { usePerson } from '@/session/useSession'
import { LazyShareDialog } from '@/teacher/lazyComponents'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { createLazyModuleHook } from '@/ui/createLazyModuleHook'
import { Loading } from '@/ui/Loading'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import classes from './Calendar.module.css'

const copy = teacherCopy.dashboard

const useContentModule = createLazyModuleHook(() => import('./DashboardContent'))
const REFRESH_SECONDS = 60

/** Welcome, share button, next class, checklist, today, money and calendar (SPEC §2). */
export function DashboardSection() {
  const person = usePerson()
  const [isSharing, setIsSharing] = useState(false)
  const content = useContentModule()
  const upcoming = useQuery({ ...activeClassesQuery(), refetchInterval: REFRESH_SECONDS * 1000 })
  // Wait for the next class, which would shift the calendar below it.
  const isLoaded = content !== null && (!upcoming.isLoading || upcoming.failureCount > 0)
  // Deferred, so that the calendar's large tree does not block input on a slow phone.
  const isReady = useDeferredValue(isLoaded) && isLoaded
  return (
    <>
      <div className={classes.welcome}>
        <TeacherEmblem teacherId={person.id} size="large" />
        <TeacherSectionTitle title={teacherCopy.menu.dashboard} lead={copy.lead}>
          {copy.greeting(person.name.split(' ')[0] ?? '')}
        </TeacherSectionTitle>
        <Button leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => setIsSharing(true)}>
          {copy.share}
        </Button>
      </div>
      {isReady && content ? (
        <content.DashboardContent upcoming={upcoming.data ?? []} onShare={() => setIsSharing(true)} />
      ) : (
        <Loading label={teacherCopy.calendar.loading} height={700} />
      )}
      <Suspense>
        {isSharing && <LazyShareDialog email={person.email} onClose={() => setIsSharing(false)} />}
      </Suspense>
    </>
  )
}
