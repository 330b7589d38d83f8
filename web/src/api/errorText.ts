import { errorTexts } from '@/copy/errors'
import { isApiError } from './error'

/**
 * The message to show for an error: from the catalogue by code, otherwise the server's, otherwise
 * `fallback`.
 */
export function errorText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback
  return errorTexts[error.code] ?? error.detail ?? fallback
}

/** Like `errorText`, but the server's message comes first, where SPEC says "server message else …". */
export function serverFirstErrorText(error: unknown, fallback: string): string {
  // Server messages are in English only.
  const serverMessage = document.documentElement.lang !== 'hi' && isApiError(error) && error.detail
  return serverMessage || errorText(error, fallback)
}
