import { useState } from 'react'
import type { Booking } from '@/api/types'
import type { CalendarDialog } from '@/teacher/calendar/calendarDialog'
import { Checklist } from './Checklist'
import { ClassCalendar } from './ClassCalendar'
import { TeacherNextClass } from './TeacherNextClass'
import { TodayPanel } from './TodayPanel'

interface DashboardContentProps {
  upcoming: readonly Booking[]
  onShare: () => void
}

/** What the dashboard shows below its head. */
export function DashboardContent({ upcoming, onShare }: DashboardContentProps) {
  const [dialog, setDialog] = useState<CalendarDialog | null>(null)
  return (
    <>
      <TeacherNextClass ahead={upcoming} />
      <Checklist onShare={onShare} onPublish={() => setDialog({ kind: 'publish' })} />
      <TodayPanel />
      <ClassCalendar dialog={dialog} onDialog={setDialog} />
    </>
  )
}
