import { errorTexts } from '@/copy/errors'
import { isApiError } from './error'

/** The sentence to show: by code from the catalogue, else the server's words, else the given one of the specification. */
export function errorText(error: unknown, fallback: string): string {
  if (!isApiError(error)) return fallback
  return errorTexts[error.code] ?? error.detail ?? fallback
}

/** As `errorText`, but the server's own words come first, where the specification says "server message else …". */
export function serverText(error: unknown, fallback: string): string {
  // The server speaks English only.
  const spoken = document.documentElement.lang !== 'hi' && isApiError(error) && error.detail
  return spoken || errorText(error, fallback)
}
