import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveAvailability } from '@/api/availability'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import type { Availability } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { type AvailabilityValues, formErrors, sameHours, toRequest, toValues } from './availabilityForm'
import { availabilitySchema } from './availabilitySchema'

const copy = teacherCopy.availability

/** The availability form over what was last read or saved. */
export function useAvailabilityForm(teacherId: string, saved: Availability | null) {
  const client = useQueryClient()
  const [version, setVersion] = useState(saved?.version)
  const [kept, setKept] = useState(() => toValues(saved))
  const form = useForm<AvailabilityValues>({
    initialValues: kept,
    validate: schemaResolver(availabilitySchema, { sync: true }),
  })

  const saving = useMutation({
    mutationFn: (values: AvailabilityValues) => saveAvailability(teacherId, toRequest(values, version)),
    onSuccess: ({ availability }) => {
      client.setQueryData(keys.availability(teacherId), { availability })
      show(availability)
      toastSuccess(copy.saved)
    },
    onError: refused,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function show(availability: Availability | null): void {
    const values = toValues(availability)
    setKept(values)
    form.setValues(values)
    setVersion(availability?.version)
    saving.reset()
  }

  function refused(error: ApiError): void {
    if (error.code === 'version_conflict') return
    const errors = formErrors(error)
    if (Object.keys(errors).length > 0) {
      form.setErrors(errors)
      focusFirstError()
    } else {
      toastError(copy.failed(errorText(error, copy.unknownReason)))
    }
  }

  const submit = form.onSubmit((values) => {
    if (teacherId) saving.mutate(values)
    else toastError(copy.noId)
  }, focusFirstError)

  return {
    form,
    saving,
    submit,
    show,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: !sameHours(form.values, kept),
  }
}
