import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { saveTeacherHours } from '@/api/teacherHours'
import type { SaveAvailabilityRequest } from '@/api/teacherTypes'
import { toastSuccess } from '@/ui/toast'

/** Saves hours without a time that was blocked. */
export function useBlockTime(teacherId: string, successMessage: string, onBlocked: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SaveAvailabilityRequest) => saveTeacherHours(teacherId, body),
    onSuccess: () => {
      toastSuccess(successMessage)
      onBlocked()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.availability(teacherId) }),
  })
}
