import type { ApiError } from '@/api/error'
import { toastError } from '@/ui/toast'

interface Telling {
  form: { setErrors: (errors: Record<string, string>) => void }
  /** What the form's own fields are told. */
  errors: Record<string, string>
  focusFirstError: () => void
  /** What is said where no field is to blame. */
  otherwise: string
}

/** Tells what the server refuses: under the fields that it is about, or else in a notice. That somebody was quicker has a notice of its own. */
export function tellRefusal(error: ApiError, { form, errors, focusFirstError, otherwise }: Telling): void {
  if (error.code === 'version_conflict') return
  if (Object.keys(errors).length > 0) {
    form.setErrors(errors)
    focusFirstError()
  } else {
    toastError(otherwise)
  }
}

/** The server's sentences under the form's names of the fields. */
export function renamed(error: ApiError, from: RegExp, to: string): Record<string, string> {
  const fields = Object.entries(error.fieldErrors).map(([field, words]) => [field.replace(from, to), words])
  return Object.fromEntries(fields)
}
