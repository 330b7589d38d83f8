import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { calendarQuery } from '@/api/teacherClasses'
import type { CalendarEvent } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { browserZone, formatTime, nowIso, today, toLocalDateTime, zoneLabel } from '@/lib/time'
import { type ClassView, fromEvent } from '@/teacher/classes/classView'
import { LazyClassDialog } from '@/teacher/classes/lazyClassDialog'
import { Loading } from '@/ui/Loading'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { useIsWide } from '@/ui/useIsWide'
import { type CalendarEntry, type CalendarView, inVisibleHours, WeekCalendar } from '@/ui/WeekCalendar'
import classes from './Calendar.module.css'
import { CalendarToolbar } from './CalendarToolbar'
import { shownRange, toCalendarEntry } from './calendarRange'
import { OutsideHours } from './OutsideHours'

const copy = teacherCopy.calendar
const LOADING_HEIGHT = 620

/** The teacher's classes by day, week or month in the browser's zone (SPEC §2). */
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
      <CalendarToolbar view={view} day={day} today={today(zone)} onView={setView} onDay={setDay} />
      <QueryBoundary query={events} loading={copy.loading} failed={copy.failed} height={LOADING_HEIGHT}>
        {(data) => (
          <CalendarContent
            events={data}
            view={view}
            day={day}
            zone={zone}
            onOpen={setOpened}
            onDay={(selected) => {
              setDay(selected)
              setView('day')
            }}
          />
        )}
      </QueryBoundary>
      <p className={classes.legend}>
        <span data-kind="virtual">{copy.legend.virtual}</span>
        <span data-kind="regular">{copy.legend.regular}</span>
        <span>{copy.clock(zoneLabel(zone, nowIso()))}</span>
      </p>
      <Suspense>
        {opened && <LazyClassDialog classView={fromEvent(opened)} onClose={() => setOpened(null)} />}
      </Suspense>
    </section>
  )
}

interface CalendarContentProps {
  events: readonly CalendarEvent[]
  view: CalendarView
  day: string
  zone: string
  onOpen: (id: string) => void
  onDay: (day: string) => void
}

function CalendarContent({ events, view, day, zone, onOpen, onDay }: CalendarContentProps) {
  const entries = useMemo(() => toEntries(events.map(fromEvent), zone), [events, zone])
  const { from, to } = shownRange(view, day, zone)
  const [first = '', last = ''] = [toLocalDateTime(from, zone), toLocalDateTime(to, zone)].map(
    (localDateTime) => localDateTime ?? '',
  )
  const visibleEntries = entries.filter(({ start }) => start >= first && start < last)
  // The calendar is a large tree, which must not block input on a slow phone.
  if (!useDeferredValue(true, false)) return <Loading label={copy.loading} height={LOADING_HEIGHT} />
  return (
    <>
      {view !== 'month' && (
        <OutsideHours entries={visibleEntries.filter((entry) => !inVisibleHours(entry))} onOpen={onOpen} />
      )}
      <WeekCalendar
        view={view}
        date={day}
        entries={visibleEntries}
        now={() => toLocalDateTime(nowIso(), zone) ?? ''}
        moreLabel={copy.moreOf}
        onOpen={onOpen}
        onDay={onDay}
      />
      {visibleEntries.length === 0 && (
        <p className={classes.empty} role="status">
          <b>{copy.empty[view]}</b> {copy.emptyHint}
        </p>
      )}
    </>
  )
}

function toEntries(taught: readonly ClassView[], zone: string): CalendarEntry[] {
  const labels = { open: copy.open, more: copy.more, time: (iso: string) => formatTime(iso, zone) }
  return taught.flatMap((classView) => toCalendarEntry(classView, zone, labels) ?? [])
}
