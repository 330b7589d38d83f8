import type { ApiError } from './error'

type Listener = (error: ApiError) => void

let current: Listener = () => undefined

/**
 * Sets what sees each error of the server, in addition to the caller. The session uses it for errors
 * that change what it knows.
 */
export function setErrorListener(listener: Listener): void {
  current = listener
}

export function reportError(error: ApiError): ApiError {
  current(error)
  return error
}
