import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidateAdmin } from '@/api/admin'
import type { ApiError } from '@/api/error'

interface ActOptions<R> {
  onDone: (reply: R) => void
  onRefused?: (error: ApiError) => void
}

/** An act without a reason. Pressed twice it is sent once, and whatever came of it, what is on view is read anew. */
export function useAct<T, R>(perform: (of: T) => Promise<R>, { onDone, onRefused }: ActOptions<R>) {
  const queries = useQueryClient()
  const busy = useRef(false)
  const acting = useMutation({
    mutationFn: perform,
    onSuccess: onDone,
    onError: (error) => onRefused?.(error),
    onSettled: () => {
      busy.current = false
      // After a refusal, too: somebody else may have done it, and that shows now.
      void invalidateAdmin(queries)
    },
  })
  return {
    pending: acting.isPending,
    /** Which one is under way. */
    of: acting.isPending ? acting.variables : null,
    error: acting.error,
    send: (of: T) => {
      if (busy.current) return
      busy.current = true
      acting.mutate(of)
    },
  }
}
