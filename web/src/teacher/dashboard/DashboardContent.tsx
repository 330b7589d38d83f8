import { useState } from 'react'
import type { Booking } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import type { CalendarDialog } from '@/teacher/calendar/calendarDialog'
import { Loading } from '@/ui/Loading'
import { useIsFirstLoad } from '@/ui/useIsFirstLoad'
import { Checklist, useChecklist } from './Checklist'
import { ClassCalendar } from './ClassCalendar'
import { TeacherNextClass } from './TeacherNextClass'
import { TodayPanel, useToday } from './TodayPanel'

/** The height of the placeholder in pixels. */
const LOADING_HEIGHT = 700

interface DashboardContentProps {
  upcoming: readonly Booking[]
  onShare: () => void
}

/** What the dashboard shows below its head. */
export function DashboardContent({ upcoming, onShare }: DashboardContentProps) {
  const [dialog, setDialog] = useState<CalendarDialog | null>(null)
  const checklist = useChecklist()
  const todayPanel = useToday()
  const isLoading = useIsFirstLoad([...Object.values(checklist), ...Object.values(todayPanel)])
  if (isLoading) return <Loading label={teacherCopy.calendar.loading} height={LOADING_HEIGHT} />
  return (
    <>
      <TeacherNextClass ahead={upcoming} />
      <Checklist answers={checklist} onShare={onShare} onPublish={() => setDialog({ kind: 'publish' })} />
      <TodayPanel answers={todayPanel} />
      <ClassCalendar dialog={dialog} onDialog={setDialog} />
    </>
  )
}
