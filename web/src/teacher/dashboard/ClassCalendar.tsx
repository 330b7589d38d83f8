import { Button } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { calendarQuery } from '@/api/teacherClasses'
import { teacherHoursQuery } from '@/api/teacherHours'
import type { AvailabilityReply, CalendarEvent } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { storeCalendarHint } from '@/lib/calendarHint'
import { clock } from '@/lib/clock'
import { toInstant } from '@/lib/localDateTime'
import {
  dayOf,
  displayZone,
  epochMs,
  formatTime,
  isSameZone,
  nowIso,
  today,
  toLocalDateTime,
  zoneCity,
} from '@/lib/time'
import { usePerson } from '@/session/useSession'
import type { CalendarDialog } from '@/teacher/calendar/calendarDialog'
import { LazyCalendarDialogs } from '@/teacher/calendar/lazyCalendarDialogs'
import { type ClassView, fromEvent } from '@/teacher/classes/classView'
import { LazyClassDialog } from '@/teacher/classes/lazyClassDialog'
import { lazyModules } from '@/teacher/lazyComponents'
import { createLazyModuleHook } from '@/ui/createLazyModuleHook'
import { DangerButton } from '@/ui/DangerButton'
import { Loading } from '@/ui/Loading'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import { useIsWide } from '@/ui/useIsWide'
import type { LocalRange } from '@/ui/visibleHours'
import type { CalendarEntry, CalendarView } from '@/ui/WeekCalendar'
import classes from './Calendar.module.css'
import { CalendarLegend } from './CalendarLegend'
import { CalendarToolbar } from './CalendarToolbar'
import { firstDayOfWeek, shownRange, toCalendarEntry } from './calendarRange'
import { isDayOff, type OpenRange, openRanges } from './openHours'

const copy = teacherCopy.calendar
const LOADING_HEIGHT = 620
// Loaded and rendered only when the calendar comes near the screen: on a phone it is below the first
// screen, and nothing else on the page takes as long.
const useWeekCalendar = createLazyModuleHook(lazyModules.weekCalendar)

interface ClassCalendarProps {
  dialog: CalendarDialog | null
  onDialog: (dialog: CalendarDialog | null) => void
}

/** The teacher's classes and open hours by day, week or month (SPEC §2). */
export function ClassCalendar({ dialog, onDialog: setDialog }: ClassCalendarProps) {
  const wide = useIsWide()
  const hours = useQuery(teacherHoursQuery(usePerson().id)).data
  const teachingZone = hours?.availability?.timeZone ?? displayZone()
  const [zone, setZone] = useState(displayZone)
  const [view, setView] = useState<CalendarView>(wide ? 'week' : 'day')
  const [day, setDay] = useState(() => today(zone))
  const [openedId, setOpened] = useState<string | null>(null)
  const { events, loadedEventsOf } = useShownEvents(view, day, zone)
  const dayToCancel = view === 'day' ? day : today(zone)
  const opened = events.data?.find(({ _id }) => _id === openedId)
  const isOff = (date: string) => !!hours && isSameZone(zone, teachingZone) && isDayOff(hours, date)
  const otherZone = isSameZone(zone, teachingZone) ? displayZone() : teachingZone
  return (
    <section className={classes.card} aria-labelledby="calendar">
      <h2 id="calendar" className={classes.title}>
        {copy.title}
      </h2>
      <CalendarToolbar view={view} day={day} zone={zone} onView={setView} onDay={setDay}>
        <Button leftSection={<IconPlus size={18} />} onClick={() => setDialog({ kind: 'publish' })}>
          {teacherCopy.publish.add}
        </Button>
        <CancelDayButton
          day={dayToCancel}
          zone={zone}
          isOff={isOff(dayToCancel)}
          events={loadedEventsOf(dayToCancel)}
          onCancel={(cancelled) => setDialog({ kind: 'cancelDay', day: cancelled })}
        />
      </CalendarToolbar>
      <QueryBoundary query={events} loading={copy.loading} failed={copy.failed} height={LOADING_HEIGHT}>
        {(data) => (
          <CalendarContent
            events={data}
            hours={hours}
            isComplete={!events.isPlaceholderData}
            isOff={view === 'day' && isOff(day)}
            view={view}
            day={day}
            zone={zone}
            onOpen={setOpened}
            onDay={(selected) => {
              setDay(selected)
              setView('day')
            }}
            onTime={(range) => setDialog({ kind: 'time', range: toInstants(range, zone) })}
          />
        )}
      </QueryBoundary>
      <CalendarLegend
        zone={zone}
        hasHours={view !== 'month'}
        other={isSameZone(zone, otherZone) ? null : zoneCity(otherZone)}
        onOther={() => setZone(otherZone)}
      />
      <Suspense>
        {opened && <LazyClassDialog classView={fromEvent(opened)} onClose={() => setOpened(null)} />}
        {dialog && (
          <LazyCalendarDialogs
            dialog={dialog}
            hours={hours}
            zone={zone}
            teachingZone={teachingZone}
            onDialog={setDialog}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Loads the events of the shown range. While another one loads, they are those of the previous one. */
function useShownEvents(view: CalendarView, day: string, zone: string) {
  // For the script that sends the first requests of the next visit.
  useEffect(() => storeCalendarHint(displayZone(), firstDayOfWeek(displayZone())), [])
  const { from, to } = shownRange(view, day, zone)
  const events = useQuery({ ...calendarQuery(from, to), placeholderData: keepPreviousData })
  /** The events of the range if it is loaded and includes this day. */
  const loadedEventsOf = (date: string) => {
    const noon = toInstant(`${date}T12:00`, zone) ?? ''
    return events.isPlaceholderData || noon < from || noon >= to ? undefined : events.data
  }
  return { events, loadedEventsOf }
}

interface CancelDayButtonProps {
  day: string
  zone: string
  isOff: boolean
  /** Events that include those of the day; undefined if they are not loaded. */
  events: readonly CalendarEvent[] | undefined
  onCancel: (day: string) => void
}

/** Opens the dialog that cancels a day, today or later. Hidden for a day off that is known to have no classes. */
function CancelDayButton({ day, zone, isOff, events, onCancel }: CancelDayButtonProps) {
  const isAhead = ({ dateTime, status }: CalendarEvent) =>
    dayOf(dateTime, zone) === day && status !== 'cancelled' && epochMs(dateTime) > clock.now()
  if (day < today(zone) || (isOff && events && !events.some(isAhead))) return null
  const copy = teacherCopy.cancelDay
  return (
    <DangerButton onClick={() => onCancel(day)}>{day === today(zone) ? copy.open : copy.openOn}</DangerButton>
  )
}

interface CalendarContentProps {
  events: readonly CalendarEvent[]
  hours: AvailabilityReply | undefined
  /** False while another range loads: the events are those of the previous one. */
  isComplete: boolean
  /** Whether the shown day is time off. */
  isOff: boolean
  view: CalendarView
  day: string
  zone: string
  onOpen: (id: string) => void
  onDay: (day: string) => void
  onTime: (range: LocalRange) => void
}

function CalendarContent(props: CalendarContentProps) {
  const { events, hours, isComplete, isOff, view, day, zone, onOpen, onDay, onTime } = props
  const entries = useMemo(() => toEntries(events.map(fromEvent), zone), [events, zone])
  const { from, to } = shownRange(view, day, zone)
  const open = useMemo(
    () => (hours ? openRanges(hours, from, to).map(({ start, end }) => toLocalRange(start, end, zone)) : []),
    [hours, from, to, zone],
  )
  const [first = '', last = ''] = [from, to].map((instant) => toLocalDateTime(instant, zone) ?? '')
  const visibleEntries = entries.filter(({ start }) => start >= first && start < last)
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '200px' })
  const calendar = useWeekCalendar(entry?.isIntersecting ?? false)
  // Deferred, because its large tree must not block scrolling on a slow phone.
  const isReady = useDeferredValue(calendar !== null, false)
  if (!calendar || !isReady) {
    return (
      <div ref={ref}>
        <Loading label={copy.loading} height={LOADING_HEIGHT} />
      </div>
    )
  }
  return (
    <>
      <calendar.WeekCalendar
        view={view}
        date={day}
        entries={visibleEntries}
        open={open}
        firstDayOfWeek={firstDayOfWeek(zone)}
        now={() => toLocalDateTime(nowIso(), zone) ?? ''}
        moreLabel={copy.moreOf}
        onOpen={onOpen}
        onDay={onDay}
        onTime={onTime}
      />
      {!isComplete && (
        <p className={classes.empty} role="status">
          {copy.loading}…
        </p>
      )}
      {isOff ? (
        <p className={classes.empty} role="status">
          <b>{copy.dayOff}</b> <TextLink href="#availability">{copy.dayOffLink}</TextLink>
        </p>
      ) : (
        isComplete &&
        visibleEntries.length === 0 && (
          <p className={classes.empty} role="status">
            <b>{copy.empty[view]}</b> {copy.emptyHint}
          </p>
        )
      )}
    </>
  )
}

function toEntries(taught: readonly ClassView[], zone: string): CalendarEntry[] {
  const labels = {
    open: copy.open,
    more: copy.more,
    titled: copy.titled,
    time: (iso: string) => formatTime(iso, zone),
  }
  return taught.flatMap((classView) => toCalendarEntry(classView, zone, labels) ?? [])
}

function toLocalRange(start: string, end: string, zone: string): LocalRange {
  return { start: toLocalDateTime(start, zone) ?? '', end: toLocalDateTime(end, zone) ?? '' }
}

function toInstants({ start, end }: LocalRange, zone: string): OpenRange {
  return { start: toInstant(start, zone) ?? '', end: toInstant(end, zone) ?? '' }
}
