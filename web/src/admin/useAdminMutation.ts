import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidateAdmin } from '@/api/admin'
import type { ApiError } from '@/api/error'

interface AdminMutationOptions<R> {
  onSuccess: (reply: R) => void
  onError?: (error: ApiError) => void
}

/**
 * A mutation of the admin API. It is sent once even if the button is pressed twice; afterwards all
 * admin queries are refetched, also after a failure.
 */
export function useAdminMutation<T, R>(
  perform: (variables: T) => Promise<R>,
  { onSuccess, onError }: AdminMutationOptions<R>,
) {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const mutation = useMutation({
    mutationFn: perform,
    onSuccess,
    onError: (error) => onError?.(error),
    onSettled: () => {
      isBusy.current = false
      // Another administrator may have made the change already.
      void invalidateAdmin(queries)
    },
  })
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    send: (variables: T) => {
      if (isBusy.current) return
      isBusy.current = true
      mutation.mutate(variables)
    },
  }
}
