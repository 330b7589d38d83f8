import { failure } from '@/admin/failure'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { adminCopy } from '@/copy/admin'
import { toastError } from '@/ui/toast'

/** Says why nothing was decided. True when it is no longer the application that was looked at. */
export function sayRefused(words: string, error: ApiError): boolean {
  const isOther = error.code === 'version_conflict'
  toastError(isOther ? adminCopy.because(words, serverText(error, '')) : failure(words, error))
  return isOther
}
