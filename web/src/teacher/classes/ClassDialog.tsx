import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { browserZone, formatDate, formatTime, zoneLabel } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import page from '@/teacher/TeacherPage.module.css'
import { Facts } from '@/ui/Facts'
import { useMinute } from '@/ui/useMinute'
import { useReturnFocus } from '@/ui/useReturnFocus'
import { CancelClassDialog, type Cancelled } from './CancelClassDialog'
import classes from './Classes.module.css'
import { attending, type ClassView, mayCancel } from './classView'
import { MeetingLink } from './MeetingLink'
import { StatusTag } from './StatusTag'
import { StudentLine } from './StudentLine'

const copy = teacherClassesCopy.dialog

interface ClassDialogProps {
  taught: ClassView
  onClose: () => void
}

/** A class in full: when, of which kind, who comes, the way in, and what the teacher may do about it. */
export function ClassDialog({ taught, onClose }: ClassDialogProps) {
  useReturnFocus()
  const person = usePerson()
  const now = useMinute()
  const [cancelled, setCancelled] = useState<Cancelled | null>(null)
  if (cancelled) return <CancelClassDialog of={cancelled} onClose={onClose} />
  const zone = browserZone()
  const coming = attending(taught)
  const names = coming.map(({ studentName }) => studentName).join(', ')
  const [only] = coming
  const cancel = () =>
    setCancelled(
      only && (taught.isVirtualSlot || !taught.isWhole)
        ? { kind: 'booking', bookingId: only._id, student: only.studentName, whole: taught.isWhole }
        : { kind: 'class', teacherId: person.id, slotId: taught.slotId, students: coming.length },
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={copy.title(taught.classTypeKey)}
      classNames={{ title: page.modalTitle }}
      size={560}
    >
      <Facts
        facts={[
          {
            label: copy.date,
            value: `${formatDate(taught.dateTime, zone)}, ${formatTime(taught.dateTime, zone)}`,
            note: zoneLabel(zone, taught.dateTime),
          },
          { label: copy.kind, value: taught.isVirtualSlot ? copy.virtual : copy.regular },
          { label: copy.status, value: <StatusTag status={taught.status} /> },
          ...(taught.capacity > 1
            ? [{ label: copy.seats, value: `${taught.seatsTaken} / ${taught.capacity}` }]
            : []),
          { label: copy.link, value: <MeetingLink taught={taught} student={names} /> },
        ]}
      />
      <h3 className={classes.heading}>{copy.students}</h3>
      {taught.bookings.length === 0 && <p className={page.hint}>{copy.nobody}</p>}
      {!taught.isWhole && <p className={page.hint}>{copy.others}</p>}
      <ul className={classes.students}>
        {taught.bookings.map((booking) => (
          <StudentLine
            key={booking._id}
            booking={booking}
            dateTime={taught.dateTime}
            now={now}
            onCancel={
              taught.isVirtualSlot || coming.length < 2
                ? null
                : () =>
                    setCancelled({
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
        {mayCancel(taught, now) && (
          <Button variant="default" onClick={cancel}>
            {only && !taught.isWhole ? copy.cancelFor(only.studentName) : copy.cancel}
          </Button>
        )}
        <Button onClick={onClose}>{copy.close}</Button>
      </div>
    </Modal>
  )
}
