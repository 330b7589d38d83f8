import { VisuallyHidden } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { copyText } from '@/ui/copyText'
import classes from './BookingCode.module.css'

const copy = studentCopy.confirmation

/** The short code of a booking; clicking copies the whole id. */
export function BookingCode({ booking: { bookingId: id, bookingCode } }: { booking: Booking }) {
  return (
    <button
      type="button"
      className={classes.code}
      title={id}
      onClick={() => void copyText(id, copy.idCopied, copy.idCopyFailed(id))}
    >
      {bookingCode}
      <IconCopy size={16} aria-hidden />
      <VisuallyHidden>{copy.copyId}</VisuallyHidden>
    </button>
  )
}
