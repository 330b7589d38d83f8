import { useEffect, useRef, useState } from 'react'

/** An invalid field, or the error of a list, which has no field of its own. */
export const FIRST_ERROR = '[aria-invalid="true"], [data-list-error]'

/**
 * Returns a function that focuses the first invalid field. If the form is `busy`, it waits until
 * the fields are enabled, because disabled fields cannot take focus.
 */
export function useFocusFirstError(busy: boolean): () => void {
  const [requested, setRequested] = useState(0)
  const handled = useRef(0)
  useEffect(() => {
    if (busy || handled.current === requested) return
    handled.current = requested
    document.querySelector<HTMLElement>(FIRST_ERROR)?.focus()
  }, [requested, busy])
  return () => setRequested((count) => count + 1)
}
