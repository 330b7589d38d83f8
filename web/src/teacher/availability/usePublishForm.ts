import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { changeClass, publishClass } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import type { PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import {
  emptyPublishValues,
  type PublishValues,
  publishErrors,
  toClassChange,
  toPublishRequest,
  toPublishValues,
} from './publishSchema'

const copy = teacherCopy.publish

interface PublishFormOptions {
  teacherId: string
  zone: string
  initialClass: PublishedClass | undefined
  /** The start of a new class, if it is known. */
  start: string | undefined
  onClose: () => void
}

/** State of the dialog: form, request, and the conflict with a newer version of the class. */
export function usePublishForm({ teacherId, zone, initialClass, start, onClose }: PublishFormOptions) {
  const client = useQueryClient()
  const [published, setPublished] = useState(initialClass)
  const seatsTaken = published?.seatsTaken ?? 0
  const form = useForm<PublishValues>({
    initialValues: published ? toPublishValues(published, zone) : emptyPublishValues(zone, start),
    validate: (values) => publishErrors(values, zone, published),
  })
  const saving = useMutation({
    mutationFn: (values: PublishValues) =>
      published
        ? changeClass(teacherId, published._id, toClassChange(values, zone, published))
        : publishClass(teacherId, toPublishRequest(values, zone)),
    onSuccess: () => {
      toastSuccess(published ? copy.changed : copy.published)
      onClose()
    },
    onError: (error: ApiError) => {
      const { dateTime, ...fields } = error.fieldErrors
      const time = isBusy(error) ? serverFirstErrorText(error, copy.saveFailed) : dateTime
      form.setErrors({ ...fields, ...(time ? { time } : {}) })
      focusFirstError()
    },
    onSettled: () => void invalidateClasses(client),
  })
  const focusFirstError = useFocusFirstError(saving.isPending)
  const conflict = published && saving.error?.code === 'version_conflict' ? saving.error : null
  const newer = conflict && newerOf(conflict)
  const loadNewer = (current: PublishedClass) => {
    setPublished(current)
    form.setValues(toPublishValues(current, zone))
    form.clearErrors()
    saving.reset()
  }
  const errorMessage =
    saving.error && !newer && !isBusy(saving.error) && Object.keys(saving.error.fieldErrors).length === 0
      ? conflict
        ? copy.conflictNow
        : serverFirstErrorText(saving.error, copy.saveFailed)
      : null
  return {
    form,
    /** The class as last loaded; `undefined` for a new one. */
    published,
    seatsTaken,
    saving,
    /** The class as changed elsewhere meanwhile. */
    newer,
    errorMessage,
    loadNewer,
    submit: form.onSubmit((values) => saving.mutate(values), focusFirstError),
  }
}

/** Whether the teacher has another class at the time, which is shown at the start. */
function isBusy({ code }: ApiError): boolean {
  return code === 'teacher_busy'
}

/** The current class, which the error response of a conflict contains. */
function newerOf({ problem }: ApiError): PublishedClass | null {
  return (problem as { class?: PublishedClass }).class ?? null
}
