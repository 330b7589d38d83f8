import { Alert, Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serverFirstErrorText } from '@/api/errorText'
import { calendarQuery, cancelDay } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import type { AvailabilityReply } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { uiCopy } from '@/copy/ui'
import { clock } from '@/lib/clock'
import { epochMs, formatCalendarDay, formatTime, zoneLabel } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { attending, fromEvent } from '@/teacher/classes/classView'
import { shownRange } from '@/teacher/dashboard/calendarRange'
import page from '@/teacher/TeacherPage.module.css'
import { DangerButton } from '@/ui/DangerButton'
import { Dialog } from '@/ui/Dialog'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { toastSuccess } from '@/ui/toast'
import { useReturnFocus } from '@/ui/useReturnFocus'
import { blockTime } from './blockTime'
import { useBlockTime } from './useBlockTime'

const copy = teacherCopy.cancelDay
const MAX_REASON_CHARS = 500

interface CancelDayDialogProps {
  day: string
  zone: string
  hours: AvailabilityReply | undefined
  onClose: () => void
}

/** Shows the classes of a day that have not started, and cancels all of them in one act. */
export function CancelDayDialog({ day, zone, hours, onClose }: CancelDayDialogProps) {
  useReturnFocus()
  const { from, to } = shownRange('day', day, zone)
  const events = useQuery(calendarQuery(from, to))
  const ahead = (events.data ?? [])
    .map(fromEvent)
    .filter(({ dateTime, status }) => status !== 'cancelled' && epochMs(dateTime) > clock.now())
  return (
    <Dialog
      opened
      onClose={onClose}
      title={(events.data && ahead.length === 0 ? copy.titleOff : copy.title)(formatCalendarDay(day))}
      classNames={{ title: page.modalTitle }}
      closeOnClickOutside={false}
    >
      <p className={page.hint}>{teacherCopy.calendar.clock(zoneLabel(zone, from))}</p>
      <QueryBoundary
        query={events}
        loading={teacherCopy.calendar.loading}
        failed={teacherCopy.calendar.failed}
        height={160}
      >
        {() =>
          ahead.length === 0 ? (
            <FreeDay hours={hours} from={from} to={to} onClose={onClose} />
          ) : (
            <CancelDayForm
              classes={ahead.map((one) => ({
                id: one.slotId,
                time: formatTime(one.dateTime, zone),
                name: one.title || one.classTypeKey,
                students: attending(one).map(({ studentId, studentName }) => ({
                  id: studentId,
                  name: studentName,
                })),
              }))}
              day={day}
              zone={zone}
              onClose={onClose}
            />
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}

interface FreeDayProps {
  hours: AvailabilityReply | undefined
  from: string
  to: string
  onClose: () => void
}

/** A day without classes: makes it time off, if the teacher has open hours. */
function FreeDay({ hours, from, to, onClose }: FreeDayProps) {
  const blocking = useBlockTime(usePerson().id, copy.dayOff, onClose)
  const blocked = hours ? blockTime(hours, from, to) : null
  return (
    <>
      <p>{copy.none}</p>
      {blocked && <p className={page.hint}>{copy.dayOffHint}</p>}
      {blocking.error && (
        <Alert color="red" role="alert" mt="md">
          {blocking.error.code === 'version_conflict' ? teacherCopy.time.conflict : teacherCopy.time.failed}
        </Alert>
      )}
      <div className={page.foot}>
        <Button variant="default" onClick={onClose} disabled={blocking.isPending} data-autofocus>
          {uiCopy.close}
        </Button>
        {blocked && (
          <Button loading={blocking.isPending} onClick={() => blocking.mutate(blocked)}>
            {copy.makeDayOff}
          </Button>
        )}
      </div>
    </>
  )
}

interface Student {
  id: string
  name: string
}

interface CancelDayFormProps extends Omit<CancelDayDialogProps, 'hours'> {
  classes: readonly { id: string; time: string; name: string; students: readonly Student[] }[]
}

function CancelDayForm({ classes, day, zone, onClose }: CancelDayFormProps) {
  const person = usePerson()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  // A student may have several classes on the day.
  const students = new Set(classes.flatMap((one) => one.students.map(({ id }) => id))).size
  const cancellation = useMutation({
    mutationFn: () => cancelDay(person.id, { date: day, timeZone: zone, reason: reason.trim() }),
    onSuccess: (reply) => {
      toastSuccess(copy.done(reply.classes, Math.min(students, reply.bookings)))
      onClose()
    },
    onSettled: () => void invalidateClasses(client),
  })
  const isPending = cancellation.isPending
  return (
    <>
      <p>{copy.list(classes.length)}</p>
      <ul>
        {classes.map(({ id, time, name, students: attendees }) => (
          <li key={id}>
            <b>{time}</b> {name}
            {attendees.length > 0 && `: ${attendees.map((student) => student.name).join(', ')}`}
          </li>
        ))}
      </ul>
      <p className={page.hint}>{copy.students(students)}</p>
      <Textarea
        label={teacherClassesCopy.cancel.reason}
        description={teacherClassesCopy.cancel.reasonHint(students)}
        autosize
        minRows={2}
        maxLength={MAX_REASON_CHARS}
        dir="auto"
        mt="md"
        value={reason}
        disabled={isPending}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {cancellation.error && (
        <Alert color="red" role="alert" mt="md">
          {serverFirstErrorText(cancellation.error, copy.failed)}
        </Alert>
      )}
      <div className={page.foot}>
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {copy.keep(classes.length)}
        </Button>
        <DangerButton loading={isPending} onClick={() => cancellation.mutate()}>
          {copy.confirm(classes.length)}
        </DangerButton>
      </div>
    </>
  )
}
