import { useMutation } from '@tanstack/react-query'
import { fetchClassFile } from '@/api/bookings'
import { errorText } from '@/api/errorText'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { saveFile } from '@/lib/saveFile'
import { toastError } from '@/ui/toast'

/** Downloads a class as a calendar file, with the same event as the invitation mail. */
export function useClassFile({ _id, bookingCode }: Booking): { busy: boolean; save: () => void } {
  const download = useMutation({
    mutationFn: () => fetchClassFile(_id),
    onSuccess: (file) => saveFile(file, `class-${bookingCode}.ics`),
    onError: (error) => toastError(errorText(error, studentCopy.classes.calendarFileFailed)),
  })
  return { busy: download.isPending, save: () => download.mutate() }
}
