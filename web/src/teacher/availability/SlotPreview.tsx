import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { publishedQuery } from '@/api/teacherClasses'
import { previewQuery } from '@/api/teacherHours'
import type { PreviewAvailabilityReply, PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { slotsByDay } from '@/lib/calendar'
import { clock } from '@/lib/clock'
import {
  compareInstants,
  epochMs,
  formatCalendarDay,
  formatInOtherZone,
  formatTime,
  isSameZone,
  toIso,
  zoneCity,
} from '@/lib/time'
import { zoneOptions } from '@/lib/zones'
import { type HoursValues, toExceptions, toWeeklyHours } from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Availability.module.css'
import { OutsideBookingsNotice } from './OutsideBookingsNotice'

const copy = teacherCopy.preview
const DEBOUNCE_MS = 500
const PREVIEW_DAYS = 14
/** Days shown at first, so that the page stays short. */
const DAYS_SHOWN = { wide: 6, narrow: 2 }
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ROUND_MS = 300_000
const ABROAD_ZONE = 'America/New_York'
const INDIA_ZONE = 'Asia/Kolkata'

interface SlotPreviewProps {
  teacherId: string
  values: HoursValues
  unsaved: boolean
  /** Time zones of the teacher's students. */
  studentZones: readonly string[]
}

/**
 * The free slots of the next two weeks with the values of the form, in the teacher's and a
 * student's local time.
 */
export function SlotPreview({ teacherId, values, unsaved, studentZones }: SlotPreviewProps) {
  const [debouncedValues] = useDebouncedValue(values, DEBOUNCE_MS)
  const valid = useMemo(() => hoursSchema.safeParse(debouncedValues).success, [debouncedValues])
  const zone = values.timeZone
  const [selectedZone, setSelectedZone] = useState<string | null>(null)
  const days = Math.min(PREVIEW_DAYS, Number(debouncedValues.visibilityDays) || PREVIEW_DAYS)
  const studentZone = selectedZone ?? defaultStudentZone(zone, studentZones)
  const published = useQuery(publishedQuery(teacherId, ...previewRange(days))).data ?? []
  const preview = useQuery({
    ...previewQuery(teacherId, {
      ...toWeeklyHours(debouncedValues),
      overrides: valid ? toExceptions(debouncedValues.exceptions) : [],
    }),
    enabled: valid && teacherId !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.section} aria-labelledby="preview">
      <div className={classes.sectionHead}>
        <div>
          <h2 id="preview">{copy.title}</h2>
          <p className={classes.hint}>{copy.hint(days)}</p>
        </div>
        <Select
          className={classes.zone}
          label={copy.zone}
          data={zoneOptions(studentZone)}
          value={studentZone}
          onChange={setSelectedZone}
          searchable
          allowDeselect={false}
        />
      </div>
      {valid ? (
        <QueryBoundary query={preview} loading={copy.loading} failed={copy.failed} height={160}>
          {(data) => (
            <>
              {unsaved && <OutsideBookingsNotice bookings={data.outside} />}
              <PreviewDays
                slots={visibleSlots(withPublished(data.slots, published), days)}
                hasLaterSlots={data.slots.length > 0}
                zone={zone}
                other={studentZone}
              />
            </>
          )}
        </QueryBoundary>
      ) : (
        <p className={classes.hint}>{copy.incomplete}</p>
      )}
    </section>
  )
}

type PreviewSlot = PreviewAvailabilityReply['slots'][number] & { published?: PublishedClass }

/** From now on for a number of days; rounded, so that the query key stays the same. */
function previewRange(days: number): [from: string, to: string] {
  const from = Math.floor(clock.now() / ROUND_MS) * ROUND_MS
  return [toIso(from), toIso(from + days * DAY_MS)]
}

/** The slots and the published classes, which students see in one list. A class takes the slots that it overlaps. */
function withPublished(slots: readonly PreviewSlot[], published: readonly PublishedClass[]): PreviewSlot[] {
  const isCovered = ({ dateTime }: PreviewSlot) =>
    published.some((one) => Math.abs(epochMs(one.dateTime) - epochMs(dateTime)) < HOUR_MS)
  const classSlots = published.map((one) => ({
    dateTime: one.dateTime,
    taken: one.seatsTaken >= one.capacity,
    published: one,
  }))
  const all: PreviewSlot[] = [...slots.filter((slot) => !isCovered(slot)), ...classSlots]
  return all.sort((one, other) => compareInstants(one.dateTime, other.dateTime))
}

interface PreviewDaysProps {
  slots: readonly PreviewSlot[]
  /** There are free slots after the days that students see. */
  hasLaterSlots: boolean
  zone: string
  other: string
}

function PreviewDays({ slots, hasLaterSlots, zone, other }: PreviewDaysProps) {
  const wide = useIsWide()
  const [isComplete, setIsComplete] = useState(false)
  if (slots.length === 0) return <p className={classes.hint}>{hasLaterSlots ? copy.later : copy.none}</p>
  const days = [...slotsByDay(slots, zone)]
  const first = isComplete ? days : days.slice(0, wide ? DAYS_SHOWN.wide : DAYS_SHOWN.narrow)
  return (
    <>
      <p className={classes.hint}>
        {copy.yours(zoneCity(zone))}
        {!isSameZone(zone, other) && copy.students(zoneCity(other))}.
      </p>
      <ol className={classes.days}>
        {first.map(([day, daySlots]) => (
          <li key={day} className={classes.previewDay}>
            <h3>{formatCalendarDay(day)}</h3>
            <ul>
              {daySlots.map(({ dateTime, taken, published }) => {
                const studentTime = formatInOtherZone(dateTime, zone, other)
                return (
                  <li key={dateTime} data-taken={taken || undefined} data-type={published?.classTypeKey}>
                    <span>{formatTime(dateTime, zone)}</span>
                    {published && <b>{published.title || published.classTypeKey}</b>}
                    {taken && <em>{copy.taken}</em>}
                    {studentTime && <small>{studentTime}</small>}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ol>
      {first.length < days.length && (
        <Button variant="default" mt="md" onClick={() => setIsComplete(true)}>
          {copy.more(days.length)}
        </Button>
      )}
    </>
  )
}

/** Slots that students see: within `days` times 24 hours from now (D14). */
function visibleSlots(slots: readonly PreviewSlot[], days: number) {
  const end = clock.now() + days * DAY_MS
  return slots.filter(({ dateTime }) => epochMs(dateTime) <= end)
}

/**
 * A student's zone for the preview: the first zone of a student that differs from the teacher's,
 * else New York or India.
 */
function defaultStudentZone(zone: string, studentZones: readonly string[]): string {
  return (
    studentZones.find((studentZone) => !isSameZone(studentZone, zone)) ??
    (isSameZone(zone, INDIA_ZONE) ? ABROAD_ZONE : INDIA_ZONE)
  )
}
