import { Button } from '@mantine/core'
import { IconShare3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { activeClassesQuery } from '@/api/bookings'
import { teacherCopy } from '@/copy/teacher'
import { usePerson } from '@/session/useSession'
import { ShareDialog } from '@/teacher/later'
import { SectionTitle } from '@/teacher/SectionTitle'
import { Loading } from '@/ui/Loading'
import { partHook } from '@/ui/partHook'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import { useGradually } from '@/ui/useGradually'
import classes from './Calendar.module.css'
import { NextClass } from './NextClass'

const copy = teacherCopy.dashboard

const useCalendar = partHook(() => import('./ClassCalendar'))
const REFRESH_SECONDS = 60

/** Welcome, the way to share the code, the next class, and the calendar (SPEC §2). */
export function DashboardSection() {
  const person = usePerson()
  const [sharing, setSharing] = useState(false)
  const calendar = useCalendar()
  const ahead = useQuery({ ...activeClassesQuery(), refetchInterval: REFRESH_SECONDS * 1000 })
  // What comes above the calendar would move it under the finger.
  const ready = useGradually(calendar !== null && (!ahead.isLoading || ahead.failureCount > 0))
  return (
    <>
      <div className={classes.welcome}>
        <TeacherEmblem teacherId={person.id} size="large" />
        <SectionTitle title={teacherCopy.menu.dashboard} lead={copy.lead}>
          {copy.greeting(person.name.split(' ')[0] ?? '')}
        </SectionTitle>
        <Button leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => setSharing(true)}>
          {copy.share}
        </Button>
      </div>
      {ready && calendar ? (
        <>
          <NextClass ahead={ahead.data ?? []} />
          <calendar.ClassCalendar />
        </>
      ) : (
        <Loading words={teacherCopy.calendar.loading} height={700} />
      )}
      <Suspense>{sharing && <ShareDialog email={person.email} onClose={() => setSharing(false)} />}</Suspense>
    </>
  )
}
