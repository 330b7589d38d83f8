import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { saveTeacherHours } from '@/api/teacherHours'
import type { OutsideBooking, TeacherAvailability } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { tellRefusal } from '@/teacher/refusal'
import { formErrors, type HoursValues, sameHours, toExceptions, toValues, toWeek } from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = teacherCopy.availability

/** The availability form over what was last read or saved. */
export function useAvailabilityForm(teacherId: string, saved: TeacherAvailability) {
  const client = useQueryClient()
  const [version, setVersion] = useState(saved.availability?.version)
  const [kept, setKept] = useState(() => toValues(saved.availability, saved.overrides))
  const [outside, setOutside] = useState<OutsideBooking[]>([])
  const form = useForm<HoursValues>({
    initialValues: kept,
    validate: schemaResolver(hoursSchema, { sync: true }),
  })

  const saving = useMutation({
    mutationFn: (values: HoursValues) =>
      saveTeacherHours(teacherId, {
        ...toWeek(values),
        overrides: toExceptions(values.exceptions),
        // 0 says that nothing was there, so that another tab's first save is not overwritten.
        version: version ?? 0,
      }),
    onSuccess: ({ availability, overrides, outside: left }) => {
      client.setQueryData<TeacherAvailability>(keys.availability(teacherId), (before) =>
        before ? { ...before, availability, overrides } : before,
      )
      show({ availability, overrides })
      setOutside(left)
      toastSuccess(copy.saved)
    },
    onError: refused,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function show({ availability, overrides }: Pick<TeacherAvailability, 'availability' | 'overrides'>): void {
    const values = toValues(availability, overrides)
    setKept(values)
    form.setValues(values)
    setVersion(availability?.version)
    saving.reset()
  }

  function refused(error: ApiError): void {
    const errors = formErrors(error.fieldErrors, form.values.exceptions)
    const otherwise = copy.failed(errorText(error, teacherCopy.unknownReason))
    tellRefusal(error, { form, errors, focusFirstError, otherwise })
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
    /** Booked classes that the hours saved last do not cover. */
    outside,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: !sameHours(form.values, kept),
  }
}
