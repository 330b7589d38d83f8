import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ApiError, ApiErrorCode } from '@/api/error'
import { deleteLearner, type Learner, learnersQuery } from '@/api/learners'
import { invalidate } from '@/api/queryClient'
import { childrenCopy } from '@/copy/guardians'
import { fieldErrorText } from '@/family/fieldErrorText'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { applyRemovedChild } from './accountChanges'

const copy = childrenCopy.remove

/** The child is no longer in this account. */
const GONE: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>(['learner_not_found', 'already_processed'])

const isSameName = (typed: string, name: string) => typed.trim().toLowerCase() === name.trim().toLowerCase()

/** The typed confirmation and the removal of a child. `onRemoved`: the page is still for another person. */
export function useChildRemoval(child: Learner, onRemoved: () => void) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  /** A response was lost: the removal may have succeeded. */
  const responseLost = useRef(false)
  const removal = useMutation({
    mutationFn: async () => {
      await deleteLearner(child._id, name.trim()).catch((error: ApiError) => {
        if (responseLost.current && GONE.has(error.code)) return
        responseLost.current ||= error.code === 'network'
        throw error
      })
      await applyRemovedChild(child._id)
    },
    onSuccess: () => {
      toastSuccess(copy.done(child.name))
      onRemoved()
      return invalidate(client, { queryKey: learnersQuery().queryKey })
    },
    onError: (error) => {
      setWrong(fieldErrorText(error, 'name', copy.nameWrong))
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(removal.isPending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (removal.isPending) return
    removal.reset()
    const isConfirmed = isSameName(name, child.name)
    setWrong(isConfirmed ? null : copy.nameWrong)
    if (isConfirmed) removal.mutate()
    else focusFirstError()
  }
  return { name, setName, wrong, removal, submit }
}
