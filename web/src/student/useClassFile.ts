import { useMutation } from '@tanstack/react-query'
import { classFile } from '@/api/bookings'
import { errorText } from '@/api/errorText'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { saveFile } from '@/lib/saveFile'
import { toastError } from '@/ui/toast'

/** A class as a file that every calendar program opens: the same entry as the invitation in the mail. */
export function useClassFile({ _id, bookingCode }: Booking): { busy: boolean; save: () => void } {
  const reading = useMutation({
    mutationFn: () => classFile(_id),
    onSuccess: (file) => saveFile(file, `class-${bookingCode}.ics`),
    onError: (error) => toastError(errorText(error, studentCopy.classes.calendarFileFailed)),
  })
  return { busy: reading.isPending, save: () => reading.mutate() }
}
