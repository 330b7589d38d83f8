import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { previewQuery } from '@/api/teacherHours'
import type { AvailabilityPreview } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { slotsByDay } from '@/lib/calendar'
import { clock, epochMs, formatCalendarDay, formatTime, otherClock, sameZone, zoneCity } from '@/lib/time'
import { zoneChoices } from '@/lib/zones'
import { type HoursValues, toExceptions, toWeek } from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'
import { Reading } from '@/ui/Reading'
import classes from './Availability.module.css'
import { OutsideNotice } from './OutsideNotice'

const copy = teacherCopy.preview
const TYPING_MS = 500
const PREVIEW_DAYS = 14
const DAY_MS = 86_400_000
const ABROAD = 'America/New_York'
const INDIA = 'Asia/Kolkata'

interface SlotPreviewProps {
  teacherId: string
  values: HoursValues
  unsaved: boolean
  /** Where the teacher's students live. */
  studentZones: readonly string[]
}

/** The free classes of the next two weeks as the form has them, on the teacher's clock and on a student's. */
export function SlotPreview({ teacherId, values, unsaved, studentZones }: SlotPreviewProps) {
  const [typed] = useDebouncedValue(values, TYPING_MS)
  const valid = useMemo(() => hoursSchema.safeParse(typed).success, [typed])
  const zone = values.timeZone
  const [chosen, setChosen] = useState<string | null>(null)
  const days = Math.min(PREVIEW_DAYS, Number(typed.visibilityDays) || PREVIEW_DAYS)
  const other = chosen ?? otherZone(zone, studentZones)
  const preview = useQuery({
    ...previewQuery(teacherId, {
      ...toWeek(typed),
      overrides: valid ? toExceptions(typed.exceptions) : [],
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
          data={zoneChoices(other)}
          value={other}
          onChange={setChosen}
          searchable
          allowDeselect={false}
        />
      </div>
      {valid ? (
        <Reading query={preview} loading={copy.loading} failed={copy.failed} height={160}>
          {(data) => (
            <>
              {unsaved && <OutsideNotice bookings={data.outside} />}
              <PreviewDays
                slots={visible(data.slots, days)}
                some={data.slots.length > 0}
                zone={zone}
                other={other}
              />
            </>
          )}
        </Reading>
      ) : (
        <p className={classes.hint}>{copy.incomplete}</p>
      )}
    </section>
  )
}

interface PreviewDaysProps {
  slots: AvailabilityPreview['slots']
  /** There are free classes, be it later than students see. */
  some: boolean
  zone: string
  other: string
}

function PreviewDays({ slots, some, zone, other }: PreviewDaysProps) {
  if (slots.length === 0) return <p className={classes.hint}>{some ? copy.later : copy.none}</p>
  return (
    <>
      <p className={classes.hint}>
        {copy.yours(zoneCity(zone))}
        {!sameZone(zone, other) && `; ${copy.students(zoneCity(other))}`}.
      </p>
      <ol className={classes.days}>
        {[...slotsByDay(slots, zone)].map(([day, ofDay]) => (
          <li key={day} className={classes.previewDay}>
            <h3>{formatCalendarDay(day)}</h3>
            <ul>
              {ofDay.map(({ dateTime, taken }) => {
                const theirs = otherClock(dateTime, zone, other)
                return (
                  <li key={dateTime} data-taken={taken || undefined}>
                    <span>{formatTime(dateTime, zone)}</span>
                    {taken && <em>{copy.taken}</em>}
                    {theirs && <small>{theirs}</small>}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Those that students see: until so many times 24 hours from now (D14). */
function visible(slots: AvailabilityPreview['slots'], days: number) {
  const end = clock.now() + days * DAY_MS
  return slots.filter(({ dateTime }) => epochMs(dateTime) <= end)
}

/** Where a student might sit: the first zone of a real one that differs from the teacher's, else the other side of the world. */
function otherZone(zone: string, studentZones: readonly string[]): string {
  return studentZones.find((theirs) => !sameZone(theirs, zone)) ?? (sameZone(zone, INDIA) ? ABROAD : INDIA)
}
