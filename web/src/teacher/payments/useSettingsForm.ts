import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { teacherKeys } from '@/api/teacherKeys'
import { savePaymentSettings } from '@/api/teacherPayments'
import type { PaymentSettings } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { renamed, tellRefusal } from '@/teacher/refusal'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { type SettingsValues, settingsErrors, toRequest, toValues } from './settingsSchema'

const copy = teacherPaymentsCopy.settings

/** Bank account and rates over what was last read or saved. */
export function useSettingsForm(email: string, read: PaymentSettings) {
  const client = useQueryClient()
  const [kept, setKept] = useState(read)
  const before = toValues(kept)
  const form = useForm<SettingsValues>({
    initialValues: before,
    validate: (values) => settingsErrors(values, kept.paymentSettings?.country ?? null),
  })
  const saving = useMutation({
    mutationFn: (values: SettingsValues) => savePaymentSettings(toRequest(values, email, kept.version)),
    onSuccess: (newer) => {
      client.setQueryData(teacherKeys.paymentSettings, newer)
      show(newer)
      toastSuccess(copy.saved)
    },
    onError: refused,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function show(newer: PaymentSettings): void {
    setKept(newer)
    form.setValues(toValues(newer))
    form.clearErrors()
    saving.reset()
  }

  function refused(error: ApiError): void {
    const errors = renamed(error, /^paymentSettings\./, '')
    tellRefusal(error, { form, errors, focusFirstError, otherwise: serverText(error, copy.failed) })
  }

  return {
    form,
    saving,
    kept,
    show,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: JSON.stringify(form.values) !== JSON.stringify(before),
    submit: form.onSubmit((values) => saving.mutate(values), focusFirstError),
  }
}
