import { Alert, Select } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import table from '@/admin/DataTable.module.css'
import { type ActionState, ReasonDialog } from '@/admin/ReasonDialog'
import { rescheduleBookingAsAdmin, rescheduleTargetsQuery } from '@/api/adminBookings'
import { personQuery } from '@/api/adminPeople'
import type { AdminAvailableSlot } from '@/api/adminTypes'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { classTypeLabel } from '@/copy/labels'
import {
  dayOf,
  displayZone,
  formatCalendarDay,
  formatTime,
  isSameZone,
  zoneLabel,
  zoneOrUtc,
} from '@/lib/time'
import { DateTime } from '@/ui/DateTime'
import { QueryBoundary } from '@/ui/QueryBoundary'

const copy = adminBookingsCopy.move

interface AdminRescheduleDialogProps {
  booking: Booking
  onClose: () => void
}

/** Reschedules a booking to a free slot, which is selected in the local time of the person who asked. */
export function AdminRescheduleDialog({ booking, onClose }: AdminRescheduleDialogProps) {
  const targets = useQuery({ ...rescheduleTargetsQuery(booking._id), refetchOnMount: 'always' })
  const [selectedStart, setSelectedStart] = useState<string | null>(null)
  // Another student may have taken it since.
  const target = targets.data?.find(({ dateTime }) => dateTime === selectedStart)
  const start = target?.dateTime ?? null
  const [isValidated, setIsValidated] = useState(false)
  const zones = useZoneOptions(booking)
  const [selectedZone, setSelectedZone] = useState<string | null>(null)
  const zone = selectedZone ?? zones[0]?.value ?? displayZone()
  return (
    <ReasonDialog
      title={copy.title}
      description={
        <>
          {copy.text} {copy.now} <DateTime instant={booking.dateTime} zone={zone} withZone />.
        </>
      }
      confirmLabel={copy.confirm}
      successMessage={copy.done}
      failureMessage={copy.failed}
      validate={() => {
        setIsValidated(true)
        return start !== null
      }}
      onConfirm={(reason) => rescheduleBookingAsAdmin(booking._id, start ?? '', reason)}
      onClose={onClose}
    >
      {(action) => (
        <>
          <Select
            label={copy.clock}
            data={zones}
            value={zone}
            allowDeselect={false}
            disabled={action.isPending}
            onChange={setSelectedZone}
            data-autofocus
          />
          <StartFields
            targets={targets}
            zone={zone}
            start={start}
            isMissing={isValidated && start === null}
            action={action}
            onChange={setSelectedStart}
          />
          {start && (
            <p className={table.preview} role="status">
              {copy.will} <DateTime instant={start} zone={zone} withZone />
            </p>
          )}
          {target && target.classTypeKey !== booking.classTypeKey && (
            <Alert color="yellow">
              {copy.otherType(classTypeLabel(booking.classTypeKey), classTypeLabel(target.classTypeKey))}
            </Alert>
          )}
        </>
      )}
    </ReasonDialog>
  )
}

/** Zones of the student, the teacher and the administrator, without duplicates. */
function useZoneOptions({ studentId, studentName, teacherName, teacherTimeZone, dateTime }: Booking) {
  const studentZone = useQuery(personQuery(studentId)).data?.person.timeZone
  const candidates = [
    { who: studentName, zone: studentZone },
    { who: teacherName, zone: teacherTimeZone },
    { who: copy.you, zone: displayZone() },
  ]
  const options: { value: string; label: string }[] = []
  for (const { who, zone } of candidates) {
    if (!zone || options.some(({ value }) => isSameZone(value, zone))) continue
    options.push({ value: zoneOrUtc(zone), label: copy.clockOf(who, zoneLabel(zone, dateTime)) })
  }
  return options
}

interface StartFieldsProps {
  targets: UseQueryResult<AdminAvailableSlot[]>
  zone: string
  start: string | null
  isMissing: boolean
  action: ActionState
  onChange: (start: string | null) => void
}

/** Select fields for day and time of a free slot. */
function StartFields({ targets, zone, start, isMissing, action, onChange }: StartFieldsProps) {
  const [day, setDay] = useState<string | null>(null)
  return (
    <QueryBoundary query={targets} loading={copy.loading} failed={copy.loadFailed} height={80}>
      {(slots) => {
        if (slots.length === 0) return <p className={table.empty}>{copy.none}</p>
        const days = [...new Set(slots.map(({ dateTime }) => dayOf(dateTime, zone) ?? ''))]
        // In another zone the same instant may be on another day.
        const selectedDay = start ? dayOf(start, zone) : day
        const visibleDay = days.find((day) => day === selectedDay) ?? days[0] ?? ''
        const hours = slots.filter(({ dateTime }) => dayOf(dateTime, zone) === visibleDay)
        return (
          <div className={table.pair}>
            <Select
              label={copy.day}
              data={days.map((value) => ({ value, label: formatCalendarDay(value) }))}
              value={visibleDay}
              allowDeselect={false}
              disabled={action.isPending}
              onChange={(next) => {
                setDay(next)
                onChange(null)
              }}
            />
            <Select
              label={copy.start}
              data={hours.map(({ dateTime, classTypeKey }) => ({
                value: dateTime,
                label: `${formatTime(dateTime, zone)} · ${classTypeLabel(classTypeKey)}`,
              }))}
              value={start}
              placeholder={copy.missing}
              allowDeselect={false}
              disabled={action.isPending}
              error={isMissing ? copy.missing : action.fieldErrors.dateTime}
              onChange={onChange}
            />
          </div>
        )
      }}
    </QueryBoundary>
  )
}
