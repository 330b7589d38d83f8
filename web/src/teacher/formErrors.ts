import type { ApiError } from '@/api/error'
import { toastError } from '@/ui/toast'

interface ServerErrorHandling {
  form: { setErrors: (errors: Record<string, string>) => void }
  /** Error messages by form field. */
  errors: Record<string, string>
  focusFirstError: () => void
  /** Shown if no field has an error. */
  fallback: string
}

/** Shows the server's errors at the fields, or as a toast. A version conflict has its own notice. */
export function showServerErrors(
  error: ApiError,
  { form, errors, focusFirstError, fallback }: ServerErrorHandling,
): void {
  if (error.code === 'version_conflict') return
  if (Object.keys(errors).length > 0) {
    form.setErrors(errors)
    focusFirstError()
  } else {
    toastError(fallback)
  }
}

/** The server's field errors by the form's field names. */
export function renameFields(error: ApiError, from: RegExp, to: string): Record<string, string> {
  const fields = Object.entries(error.fieldErrors).map(([field, message]) => [
    field.replace(from, to),
    message,
  ])
  return Object.fromEntries(fields)
}
