import { Button } from '@mantine/core'
import { useState } from 'react'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { formatCharge } from '@/lib/money'
import { capitalize } from '@/lib/teacherOptions'
import { displayZone, epochMs, formatDate, formatTime, zoneLabel } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import page from '@/teacher/TeacherPage.module.css'
import { DangerButton } from '@/ui/DangerButton'
import { type DescriptionItem, DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { useNow } from '@/ui/useNow'
import { useReturnFocus } from '@/ui/useReturnFocus'
import { CancelClassDialog, type CancellationTarget } from './CancelClassDialog'
import classes from './Classes.module.css'
import { ClassStatusBadge } from './ClassStatusBadge'
import { attending, type ClassView, canCancel, endOf } from './classView'
import { MeetingLink } from './MeetingLink'
import { StudentRow } from './StudentRow'

const copy = teacherClassesCopy.dialog

interface ClassDialogProps {
  classView: ClassView
  onClose: () => void
}

/** The class, or the booking of its only student. */
function wholeClass(classView: ClassView, teacherId: string): CancellationTarget {
  const attendees = attending(classView)
  const [onlyAttendee] = attendees
  if (onlyAttendee && (classView.isVirtualSlot || !classView.isWhole)) {
    const { _id: bookingId, studentName: student } = onlyAttendee
    return { kind: 'booking', bookingId, student, whole: classView.isWhole }
  }
  const students = attendees.map(({ studentName }) => studentName)
  return { kind: 'class', teacherId, slotId: classView.slotId, students }
}

/** Details of a class: time, type, students, meeting link, and actions. */
export function ClassDialog({ classView, onClose }: ClassDialogProps) {
  useReturnFocus()
  const person = usePerson()
  const now = useNow(60)
  const [cancellation, setCancellation] = useState<CancellationTarget | null>(null)
  if (cancellation) {
    return <CancelClassDialog target={cancellation} dateTime={classView.dateTime} onClose={onClose} />
  }
  const attendees = attending(classView)
  const [onlyAttendee] = attendees
  const cancel = () => setCancellation(wholeClass(classView, person.id))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={classView.title || copy.title(classView.classTypeKey)}
      classNames={{ title: page.modalTitle }}
      size={560}
    >
      <ClassDetails classView={classView} />
      <h3 className={classes.heading}>{copy.students}</h3>
      {classView.bookings.length === 0 && (
        <p className={page.hint}>{epochMs(endOf(classView)) <= now ? copy.nobodyPast : copy.nobody}</p>
      )}
      {!classView.isWhole && <p className={page.hint}>{copy.others}</p>}
      <ul className={classes.students}>
        {classView.bookings.map((booking) => (
          <StudentRow
            key={booking._id}
            booking={booking}
            dateTime={classView.dateTime}
            now={now}
            onCancel={
              classView.isVirtualSlot || attendees.length < 2
                ? null
                : () =>
                    setCancellation({
                      kind: 'booking',
                      bookingId: booking._id,
                      student: booking.studentName,
                      whole: false,
                    })
            }
            onLeave={onClose}
          />
        ))}
      </ul>
      <div className={page.foot}>
        {canCancel(classView, now) && (
          <DangerButton onClick={cancel}>
            {onlyAttendee && !classView.isWhole ? copy.cancelFor(onlyAttendee.studentName) : copy.cancel}
          </DangerButton>
        )}
        <Button onClick={onClose}>{copy.close}</Button>
      </div>
    </Dialog>
  )
}

function ClassDetails({ classView }: Pick<ClassDialogProps, 'classView'>) {
  const zone = displayZone()
  const names = attending(classView)
    .map(({ studentName }) => studentName)
    .join(', ')
  return (
    <DescriptionList
      items={[
        {
          label: copy.date,
          value: `${formatDate(classView.dateTime, zone)}, ${formatTime(classView.dateTime, zone)}`,
          note: zoneLabel(zone, classView.dateTime),
        },
        {
          label: copy.kind,
          value: `${classView.classTypeKey} · ${classView.isVirtualSlot ? copy.virtual : copy.regular}`,
          note: classView.isVirtualSlot ? copy.virtualNote : copy.regularNote,
        },
        ...(classView.description ? [{ label: copy.about, value: classView.description }] : []),
        ...(classView.level ? [{ label: copy.level, value: capitalize(classView.level) }] : []),
        { label: copy.status, value: <ClassStatusBadge status={classView.status} /> },
        ...(classView.capacity > 1
          ? [{ label: copy.seats, value: `${classView.seatsTaken} / ${classView.capacity}` }]
          : []),
        ...earningsItems(classView),
        { label: copy.link, value: <MeetingLink classView={classView} student={names} /> },
      ]}
    />
  )
}

/** The earnings of all bookings, by currency. */
function earningsItems(classView: ClassView): DescriptionItem[] {
  const totals = new Map<string, number>()
  const bookings = attending(classView)
  for (const { earnings } of bookings) {
    totals.set(earnings.currency, (totals.get(earnings.currency) ?? 0) + earnings.amount)
  }
  if (totals.size === 0) return []
  const isFinal = bookings.every(({ earnings }) => earnings.final)
  return [
    {
      label: copy.earnings,
      value: [...totals].map(([currency, amount]) => formatCharge(amount, currency)).join(' + '),
      note: isFinal ? copy.paid : copy.expected,
    },
  ]
}
