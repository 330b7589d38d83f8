import { VisuallyHidden } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { copyText } from '@/ui/copyText'
import classes from './BookingCode.module.css'

const copy = studentCopy.confirmation

/** The code of a booking, as in its mails; clicking copies it. */
export function BookingCode({ booking: { bookingCode } }: { booking: Booking }) {
  return (
    <button
      type="button"
      className={classes.code}
      onClick={() => void copyText(bookingCode, copy.codeCopied, copy.codeCopyFailed(bookingCode))}
    >
      {bookingCode}
      <IconCopy size={16} aria-hidden />
      <VisuallyHidden>{copy.copyCode}</VisuallyHidden>
    </button>
  )
}
