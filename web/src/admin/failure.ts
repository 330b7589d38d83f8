import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { adminCopy } from '@/copy/admin'

/** The specification's sentence, and behind it why, where that is not just that something broke. */
export function failure(words: string, error: ApiError): string {
  const isPlain = error.status >= 500 || error.code === 'unreadable_reply'
  const reason = isPlain ? '' : errorText(error, '')
  return reason ? adminCopy.because(words, reason) : words
}
