import { failureMessage } from '@/admin/failureMessage'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { adminCopy } from '@/copy/admin'
import { toastError } from '@/ui/toast'

/** Shows why a decision failed. Returns whether the application has changed since it was loaded. */
export function showDecisionError(message: string, error: ApiError): boolean {
  const isConflict = error.code === 'version_conflict'
  toastError(
    isConflict
      ? adminCopy.failureWithReason(message, serverFirstErrorText(error, ''))
      : failureMessage(message, error),
  )
  return isConflict
}
