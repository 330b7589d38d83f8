import { Button } from '@mantine/core'
import { IconShare3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { activeClassesQuery } from '@/api/bookings'
import { teacherCopy } from '@/copy/teacher'
import { usePerson } from '@/session/useSession'
import { ShareDialog } from '@/teacher/later'
import { SectionTitle } from '@/teacher/SectionTitle'
import { Loading } from '@/ui/Loading'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import { useGradually } from '@/ui/useGradually'
import classes from './Calendar.module.css'
import { NextClass } from './NextClass'

const copy = teacherCopy.dashboard

const loadCalendar = () => import('./ClassCalendar')
const ClassCalendar = lazy(async () => ({ default: (await loadCalendar()).ClassCalendar }))
const REFRESH_SECONDS = 60

/** Welcome, the way to share the code, the next class, and the calendar (SPEC §2). */
export function DashboardSection() {
  const person = usePerson()
  const [sharing, setSharing] = useState(false)
  const ahead = useQuery({ ...activeClassesQuery(person.id), refetchInterval: REFRESH_SECONDS * 1000 })
  // What comes above the calendar would move it under the finger.
  const ready = useGradually(!ahead.isLoading || ahead.failureCount > 0)
  useEffect(() => {
    // It comes while the classes are read; a failure is told where it is shown.
    loadCalendar().catch(() => {})
  }, [])
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
      {!ready ? (
        <Loading words={teacherCopy.calendar.loading} height={700} />
      ) : (
        <>
          <NextClass ahead={ahead.data ?? []} />
          <Suspense fallback={<Loading words={teacherCopy.calendar.loading} height={700} />}>
            <ClassCalendar />
          </Suspense>
        </>
      )}
      <Suspense>{sharing && <ShareDialog email={person.email} onClose={() => setSharing(false)} />}</Suspense>
    </>
  )
}
