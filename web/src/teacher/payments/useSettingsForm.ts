import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { teacherKeys } from '@/api/teacherKeys'
import { savePaymentSettings } from '@/api/teacherPayments'
import type { PaymentSettingsReply } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { renameFields, showServerErrors } from '@/teacher/formErrors'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { type SettingsValues, settingsErrors, toSettingsRequest, toSettingsValues } from './settingsSchema'

const copy = teacherPaymentsCopy.settings

/** State of the form for bank account and rates: values, what was saved last, and saving. */
export function useSettingsForm(email: string, loaded: PaymentSettingsReply) {
  const client = useQueryClient()
  const [saved, setSaved] = useState(loaded)
  const savedValues = toSettingsValues(saved)
  const form = useForm<SettingsValues>({
    initialValues: savedValues,
    validate: (values) => settingsErrors(values, saved.paymentSettings?.country ?? null),
  })
  const saving = useMutation({
    mutationFn: (values: SettingsValues) =>
      savePaymentSettings(toSettingsRequest(values, email, saved.version)),
    onSuccess: (newer) => {
      client.setQueryData(teacherKeys.paymentSettings, newer)
      showSaved(newer)
      toastSuccess(copy.saved)
    },
    onError: handleError,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function showSaved(newer: PaymentSettingsReply): void {
    setSaved(newer)
    form.setValues(toSettingsValues(newer))
    form.clearErrors()
    saving.reset()
  }

  function handleError(error: ApiError): void {
    const errors = renameFields(error, /^paymentSettings\./, '')
    showServerErrors(error, {
      form,
      errors,
      focusFirstError,
      fallback: serverFirstErrorText(error, copy.failed),
    })
  }

  return {
    form,
    saving,
    saved,
    showSaved,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: JSON.stringify(form.values) !== JSON.stringify(savedValues),
    submit: form.onSubmit((values) => saving.mutate(values), focusFirstError),
  }
}
