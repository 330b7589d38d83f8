import { errorTexts } from '@/copy/errors'
import { translationOf } from '@/lib/i18n'
import { isApiError } from './error'

/**
 * The message to show for an error: the client's own, otherwise the server's or its translation
 * (`copy/serverErrors.ts`), otherwise `fallback`.
 */
export function errorText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback
  return errorTexts[error.code] ?? translationOf(`error.${error.code}`) ?? error.detail ?? fallback
}

/** Like `errorText`, but the server's message comes first, where SPEC says "server message else …". */
export function serverFirstErrorText(error: unknown, fallback: string): string {
  // Server messages are in English only.
  const serverMessage = document.documentElement.lang !== 'hi' && isApiError(error) && error.detail
  return serverMessage || errorText(error, fallback)
}
