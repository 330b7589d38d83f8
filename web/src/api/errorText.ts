import { errorTexts, waitTexts } from '@/copy/errors'
import { translationOf } from '@/lib/i18n'
import { type ApiError, isApiError } from './error'

/**
 * The message to show for an error: the client's own, otherwise the server's or its translation
 * (`copy/serverErrors.ts`), otherwise `fallback`.
 */
export function errorText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback
  return (
    waitText(error) ??
    errorTexts[error.code] ??
    translationOf(`error.${error.code}`) ??
    error.detail ??
    fallback
  )
}

/** Like `errorText`, but the server's message comes first, where SPEC says "server message else …". */
export function serverFirstErrorText(error: unknown, fallback: string): string {
  // Server messages are in English only.
  const isEnglish = document.documentElement.lang !== 'hi'
  const serverMessage = isEnglish && isApiError(error) && (waitText(error) ?? error.detail)
  return serverMessage || errorText(error, fallback)
}

const MAX_SECONDS = 90

/** When to try again, if the server has said so after too many requests. */
function waitText({ status, retryAfterSeconds }: ApiError): string | null {
  if (status !== 429 || retryAfterSeconds === null) return null
  return retryAfterSeconds > MAX_SECONDS
    ? waitTexts.minutes(Math.ceil(retryAfterSeconds / 60))
    : waitTexts.seconds(Math.ceil(retryAfterSeconds))
}
