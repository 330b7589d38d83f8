import { Anchor, VisuallyHidden } from '@mantine/core'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { formatDay, formatTime } from '@/lib/time'
import { useClassFile } from '@/student/useClassFile'
import classes from './Classes.module.css'

const copy = studentCopy.classes

/** Downloads a class as a calendar file, in case the invitation mail was deleted. */
export function CalendarFileButton({ booking, zone }: { booking: Booking; zone: string }) {
  const { busy, save } = useClassFile(booking)
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      c="var(--brand)"
      className={classes.calendar}
      aria-disabled={busy}
      onClick={busy ? undefined : save}
    >
      {copy.calendarFile}
      <VisuallyHidden>
        {copy.joinNamed(formatDay(booking.dateTime, zone), formatTime(booking.dateTime, zone))}
      </VisuallyHidden>
    </Anchor>
  )
}
