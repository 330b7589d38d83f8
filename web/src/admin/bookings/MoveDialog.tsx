import { Select } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActState, ReasonDialog } from '@/admin/ReasonDialog'
import sheet from '@/admin/Sheet.module.css'
import { moveBooking, startsQuery } from '@/api/adminBookings'
import { personQuery } from '@/api/adminPeople'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { browserZone, dayOf, formatCalendarDay, formatTime, knownZone, sameZone, zoneLabel } from '@/lib/time'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'

const copy = adminBookingsCopy.move

interface MoveDialogProps {
  booking: Booking
  onClose: () => void
}

/** Moves a class to another free start, which is chosen on the clock of whoever asks for it. */
export function MoveDialog({ booking, onClose }: MoveDialogProps) {
  const free = useQuery({ ...startsQuery(booking._id), refetchOnMount: 'always' })
  const [chosen, setStart] = useState<string | null>(null)
  // Somebody else may have taken it since.
  const start = free.data?.find((start) => start === chosen) ?? null
  const [checked, setChecked] = useState(false)
  const clocks = useClocks(booking)
  const [chosenZone, setZone] = useState<string | null>(null)
  const zone = chosenZone ?? clocks[0]?.value ?? browserZone()
  return (
    <ReasonDialog
      title={copy.title}
      happens={
        <>
          {copy.text} {copy.now} <When at={booking.dateTime} zone={zone} withZone />.
        </>
      }
      confirm={copy.confirm}
      done={copy.done}
      failed={copy.failed}
      check={() => {
        setChecked(true)
        return start !== null
      }}
      onConfirm={(reason) => moveBooking(booking._id, start ?? '', reason)}
      onClose={onClose}
    >
      {(act) => (
        <>
          <Select
            label={copy.clock}
            data={clocks}
            value={zone}
            allowDeselect={false}
            disabled={act.pending}
            onChange={setZone}
            data-autofocus
          />
          <Starts
            free={free}
            zone={zone}
            start={start}
            missing={checked && start === null}
            act={act}
            onChange={setStart}
          />
          {start && (
            <p className={sheet.will} role="status">
              {copy.will} <When at={start} zone={zone} withZone />
            </p>
          )}
        </>
      )}
    </ReasonDialog>
  )
}

/** The clocks of the student, the teacher and oneself; one entry for each zone. */
function useClocks({ studentId, studentName, teacherName, teacherTimeZone, dateTime }: Booking) {
  const studentZone = useQuery(personQuery(studentId)).data?.person.timeZone
  const all = [
    { who: studentName, zone: studentZone },
    { who: teacherName, zone: teacherTimeZone },
    { who: copy.you, zone: browserZone() },
  ]
  const clocks: { value: string; label: string }[] = []
  for (const { who, zone } of all) {
    if (!zone || clocks.some(({ value }) => sameZone(value, zone))) continue
    clocks.push({ value: knownZone(zone), label: copy.clockOf(who, zoneLabel(zone, dateTime)) })
  }
  return clocks
}

interface StartsProps {
  free: UseQueryResult<string[]>
  zone: string
  start: string | null
  missing: boolean
  act: ActState
  onChange: (start: string | null) => void
}

/** The free starts: first the day, then the hour. */
function Starts({ free, zone, start, missing, act, onChange }: StartsProps) {
  const [day, setDay] = useState<string | null>(null)
  return (
    <Reading query={free} loading={copy.loading} failed={copy.loadFailed} height={80}>
      {(starts) => {
        if (starts.length === 0) return <p className={sheet.none}>{copy.none}</p>
        const days = [...new Set(starts.map((start) => dayOf(start, zone) ?? ''))]
        // On another clock the same start may lie on another day.
        const wanted = start ? dayOf(start, zone) : day
        const shownDay = days.find((day) => day === wanted) ?? days[0] ?? ''
        const hours = starts.filter((start) => dayOf(start, zone) === shownDay)
        return (
          <div className={sheet.pair}>
            <Select
              label={copy.day}
              data={days.map((value) => ({ value, label: formatCalendarDay(value) }))}
              value={shownDay}
              allowDeselect={false}
              disabled={act.pending}
              onChange={(next) => {
                setDay(next)
                onChange(null)
              }}
            />
            <Select
              label={copy.start}
              data={hours.map((value) => ({ value, label: formatTime(value, zone) }))}
              value={start}
              placeholder={copy.missing}
              allowDeselect={false}
              disabled={act.pending}
              error={missing ? copy.missing : act.refused.dateTime}
              onChange={onChange}
            />
          </div>
        )
      }}
    </Reading>
  )
}
