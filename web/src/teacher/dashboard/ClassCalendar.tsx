import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { calendarQuery } from '@/api/teacherClasses'
import type { CalendarEvent } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { browserZone, formatTime, nowIso, today, toWall, zoneLabel } from '@/lib/time'
import { type ClassView, fromEvent } from '@/teacher/classes/classView'
import { ClassDialog } from '@/teacher/classes/lazyClassDialog'
import { Loading } from '@/ui/Loading'
import { Reading } from '@/ui/Reading'
import { useGradually } from '@/ui/useGradually'
import { useIsWide } from '@/ui/useIsWide'
import { type CalendarEntry, type CalendarView, inVisibleHours, WeekCalendar } from '@/ui/WeekCalendar'
import classes from './Calendar.module.css'
import { CalendarBar } from './CalendarBar'
import { shownRange, toEntry } from './calendarRange'
import { OutsideHours } from './OutsideHours'

const copy = teacherCopy.calendar
const HEIGHT = 620

/** The teacher's classes by day, week or month, on the clock of this browser (SPEC §2). */
export function ClassCalendar() {
  const wide = useIsWide()
  const zone = browserZone()
  const [view, setView] = useState<CalendarView>(wide ? 'week' : 'day')
  const [day, setDay] = useState(() => today(zone))
  const [openedId, setOpened] = useState<string | null>(null)
  const { from, to } = shownRange(view, day, zone)
  const events = useQuery({ ...calendarQuery(from, to), placeholderData: keepPreviousData })
  const opened = events.data?.find(({ _id }) => _id === openedId)
  return (
    <section className={classes.card} aria-labelledby="calendar">
      <h2 id="calendar" className={classes.title}>
        {copy.title}
      </h2>
      <CalendarBar view={view} day={day} today={today(zone)} onView={setView} onDay={setDay} />
      <Reading query={events} loading={copy.loading} failed={copy.failed} height={HEIGHT}>
        {(data) => (
          <Classes
            events={data}
            view={view}
            day={day}
            zone={zone}
            onOpen={setOpened}
            onDay={(chosen) => {
              setDay(chosen)
              setView('day')
            }}
          />
        )}
      </Reading>
      <p className={classes.legend}>
        <span data-kind="virtual">{copy.legend.virtual}</span>
        <span data-kind="regular">{copy.legend.regular}</span>
        <span>{copy.clock(zoneLabel(zone, nowIso()))}</span>
      </p>
      <Suspense>
        {opened && <ClassDialog taught={fromEvent(opened)} onClose={() => setOpened(null)} />}
      </Suspense>
    </section>
  )
}

interface ClassesProps {
  events: readonly CalendarEvent[]
  view: CalendarView
  day: string
  zone: string
  onOpen: (id: string) => void
  onDay: (day: string) => void
}

function Classes({ events, view, day, zone, onOpen, onDay }: ClassesProps) {
  const entries = useMemo(() => entriesOf(events.map(fromEvent), zone), [events, zone])
  const { from, to } = shownRange(view, day, zone)
  const [first = '', last = ''] = [toWall(from, zone), toWall(to, zone)].map((wall) => wall ?? '')
  const shown = entries.filter(({ start }) => start >= first && start < last)
  if (!useGradually(true, false)) return <Loading words={copy.loading} height={HEIGHT} />
  return (
    <>
      {view !== 'month' && (
        <OutsideHours entries={shown.filter((entry) => !inVisibleHours(entry))} onOpen={onOpen} />
      )}
      <WeekCalendar
        view={view}
        date={day}
        entries={shown}
        now={() => toWall(nowIso(), zone) ?? ''}
        moreLabel={copy.moreOf}
        onOpen={onOpen}
        onDay={onDay}
      />
      {shown.length === 0 && (
        <p className={classes.empty} role="status">
          <b>{copy.empty[view]}</b> {copy.emptyHint}
        </p>
      )}
    </>
  )
}

function entriesOf(taught: readonly ClassView[], zone: string): CalendarEntry[] {
  const words = { open: copy.open, more: copy.more, time: (iso: string) => formatTime(iso, zone) }
  return taught.flatMap((one) => toEntry(one, zone, words) ?? [])
}
