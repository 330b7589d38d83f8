import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { saveTeacherHours } from '@/api/teacherHours'
import type { AvailabilityReply, RemainingClasses } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { teacherHoursCopy } from '@/copy/teacherHours'
import { showServerErrors } from '@/teacher/formErrors'
import {
  type HoursValues,
  hoursFormErrors,
  isSameHours,
  toExceptions,
  toHoursValues,
  toWeeklyHours,
} from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = teacherHoursCopy

const NONE_REMAINING: RemainingClasses = { outside: [], onDaysOff: [] }

/** State of the availability form: values, what was saved last, and saving. */
export function useAvailabilityForm(teacherId: string, saved: AvailabilityReply) {
  const client = useQueryClient()
  const [version, setVersion] = useState(saved.availability?.version)
  const [savedValues, setSavedValues] = useState(() => toHoursValues(saved.availability, saved.overrides))
  const [remaining, setRemaining] = useState(NONE_REMAINING)
  const form = useForm<HoursValues>({
    initialValues: savedValues,
    validate: schemaResolver(hoursSchema, { sync: true }),
  })

  const saving = useMutation({
    mutationFn: (values: HoursValues) =>
      saveTeacherHours(teacherId, {
        ...toWeeklyHours(values),
        overrides: toExceptions(values.exceptions),
        // Version 0 means that nothing was saved before, so that another tab's first save is not
        // overwritten.
        version: version ?? 0,
      }),
    onSuccess: ({ availability, overrides, outside, onDaysOff }) => {
      client.setQueryData<AvailabilityReply>(keys.availability(teacherId), (before) =>
        before ? { ...before, availability, overrides } : before,
      )
      showSaved({ availability, overrides })
      setRemaining({ outside, onDaysOff })
      toastSuccess(copy.saved)
    },
    onError: handleError,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function showSaved({
    availability,
    overrides,
  }: Pick<AvailabilityReply, 'availability' | 'overrides'>): void {
    const values = toHoursValues(availability, overrides)
    setSavedValues(values)
    form.setValues(values)
    setVersion(availability?.version)
    saving.reset()
  }

  function handleError(error: ApiError): void {
    const errors = hoursFormErrors(error.fieldErrors, form.values.exceptions)
    const fallback = copy.failed(errorText(error, teacherCopy.unknownReason))
    showServerErrors(error, { form, errors, focusFirstError, fallback })
  }

  const submit = form.onSubmit((values) => {
    if (teacherId) saving.mutate(values)
    else toastError(copy.noId)
  }, focusFirstError)

  return {
    form,
    saving,
    submit,
    showSaved,
    /** Classes that remain with the hours saved last. */
    remaining,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: !isSameHours(form.values, savedValues),
  }
}
