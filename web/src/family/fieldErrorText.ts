import type { ApiError } from '@/api/error'
import { isHindi, translationOf } from '@/lib/i18n'

/**
 * The server's message about a field, in the language of the page (`copy/serverErrors.ts`), or
 * `fallback` if it has no translation; `null` if the field has no error.
 */
export function fieldErrorText(error: ApiError, field: string, fallback: string): string | null {
  const message = error.fieldErrors[field]
  if (!message) return null
  return isHindi() ? (translationOf(`fieldError.${message}`) ?? fallback) : message
}
