import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { previewQuery } from '@/api/teacherHours'
import type { Slot } from '@/api/types'
import { teacherHoursCopy } from '@/copy/teacherHours'
import { slotsByDay } from '@/lib/calendar'
import { formatCalendarDay, formatInOtherZone, formatTime, isSameZone, zoneCity } from '@/lib/time'
import { zoneOptions } from '@/lib/zones'
import { type HoursValues, toExceptions, toWeeklyHours } from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Availability.module.css'
import { RemainingClassesNotice } from './RemainingClassesNotice'

const copy = teacherHoursCopy.preview
const DEBOUNCE_MS = 500
const PREVIEW_DAYS = 14
/** Days shown at first, so that the page stays short. */
const DAYS_SHOWN = { wide: 6, narrow: 2 }
/** Slots disappear when they are booked, and twelve hours before they start. */
const REFRESH_MS = 60_000
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
 * What a student would see of the next two weeks with the values of the form, as the server lists
 * it, in the teacher's and a student's local time.
 */
export function SlotPreview({ teacherId, values, unsaved, studentZones }: SlotPreviewProps) {
  const [debouncedValues] = useDebouncedValue(values, DEBOUNCE_MS)
  const valid = useMemo(() => hoursSchema.safeParse(debouncedValues).success, [debouncedValues])
  const zone = values.timeZone
  const [selectedZone, setSelectedZone] = useState<string | null>(null)
  const days = Math.min(PREVIEW_DAYS, Number(debouncedValues.visibilityDays) || PREVIEW_DAYS)
  const studentZone = selectedZone ?? defaultStudentZone(zone, studentZones)
  const week = toWeeklyHours(debouncedValues)
  const preview = useQuery({
    ...previewQuery(teacherId, {
      ...week,
      overrides: valid ? toExceptions(debouncedValues.exceptions) : [],
    }),
    enabled: valid && teacherId !== '',
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
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
              {unsaved && <RemainingClassesNotice outside={data.outside} onDaysOff={data.onDaysOff} />}
              <PreviewDays
                slots={data.slots}
                hasHours={week.weeklySchedule.length > 0}
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

interface PreviewDaysProps {
  slots: readonly Slot[]
  /** There are weekly hours, so that slots may be open later. */
  hasHours: boolean
  zone: string
  other: string
}

function PreviewDays({ slots, hasHours, zone, other }: PreviewDaysProps) {
  const wide = useIsWide()
  const [isComplete, setIsComplete] = useState(false)
  if (slots.length === 0) return <p className={classes.hint}>{hasHours ? copy.later : copy.none}</p>
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
              {daySlots.map(({ _id, dateTime, isVirtualSlot, classTypeKey, title }) => {
                const studentTime = formatInOtherZone(dateTime, zone, other)
                return (
                  <li key={_id} data-type={isVirtualSlot ? undefined : classTypeKey}>
                    <span>{formatTime(dateTime, zone)}</span>
                    {!isVirtualSlot && <b>{title || classTypeKey}</b>}
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
