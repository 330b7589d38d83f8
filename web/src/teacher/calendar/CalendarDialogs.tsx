import type { AvailabilityReply } from '@/api/teacherTypes'
import { usePerson } from '@/session/useSession'
import { PublishDialog } from '@/teacher/availability/PublishDialog'
import { CancelDayDialog } from './CancelDayDialog'
import type { CalendarDialog } from './calendarDialog'
import { TimeDialog } from './TimeDialog'

interface CalendarDialogsProps {
  dialog: CalendarDialog
  hours: AvailabilityReply | undefined
  /** The zone of the calendar. */
  zone: string
  /** The zone of the weekly hours, to which a published class refers. */
  teachingZone: string
  onDialog: (dialog: CalendarDialog | null) => void
}

/** The dialogs that the calendar opens, except that of a class. */
export function CalendarDialogs({ dialog, hours, zone, teachingZone, onDialog }: CalendarDialogsProps) {
  const person = usePerson()
  const close = () => onDialog(null)
  if (dialog.kind === 'publish') {
    return <PublishDialog teacherId={person.id} zone={teachingZone} start={dialog.start} onClose={close} />
  }
  if (dialog.kind === 'cancelDay')
    return <CancelDayDialog day={dialog.day} zone={zone} hours={hours} onClose={close} />
  return (
    <TimeDialog
      range={dialog.range}
      hours={hours}
      zone={zone}
      teacherId={person.id}
      onPublish={() => onDialog({ kind: 'publish', start: dialog.range.start })}
      onClose={close}
    />
  )
}
