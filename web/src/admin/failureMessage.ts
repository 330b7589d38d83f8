import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { adminCopy } from '@/copy/admin'

/** SPEC's message, followed by the reason unless the failure is technical. */
export function failureMessage(message: string, error: ApiError): string {
  const isTechnical = error.status >= 500 || error.code === 'unreadable_reply'
  const reason = isTechnical ? '' : errorText(error, '')
  return reason ? adminCopy.failureWithReason(message, reason) : message
}
