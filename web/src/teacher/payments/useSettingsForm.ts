import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { teacherKeys } from '@/api/teacherKeys'
import { savePaymentSettings } from '@/api/teacherPayments'
import type { PaymentSettingsReply, UpdatePaymentSettingsRequest } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { renameFields, showServerErrors } from '@/teacher/formErrors'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = teacherPaymentsCopy.settings

export interface SettingsFormOptions<Values> {
  /** The settings as last saved, which both forms of the page share. */
  saved: PaymentSettingsReply
  onSaved: (settings: PaymentSettingsReply) => void
  toValues: (settings: PaymentSettingsReply) => Values
  validate: (values: Values) => Record<string, string>
  toRequest: (values: Values) => UpdatePaymentSettingsRequest
}

/** State of one of the two forms, for the bank account and for the rates. Each saves only its fields. */
export function useSettingsForm<Values extends Record<string, unknown>>(
  options: SettingsFormOptions<Values>,
) {
  const { saved, onSaved, toValues, validate, toRequest } = options
  const client = useQueryClient()
  const form = useForm<Values>({ initialValues: toValues(saved), validate })
  const saving = useMutation({
    mutationFn: (values: Values) => savePaymentSettings(toRequest(values)),
    onSuccess: (newer) => {
      client.setQueryData(teacherKeys.paymentSettings, newer)
      void client.invalidateQueries({ queryKey: teacherKeys.payouts })
      showSaved(newer)
      toastSuccess(copy.saved)
    },
    onError: handleError,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function showSaved(newer: PaymentSettingsReply): void {
    onSaved(newer)
    form.setValues(toValues(newer))
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
    showSaved,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: JSON.stringify(form.values) !== JSON.stringify(toValues(saved)),
    submit: form.onSubmit((values) => saving.mutate(values), focusFirstError),
  }
}
