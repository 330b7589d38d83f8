import { useEffect, useRef, useState } from 'react'

/** What a form refuses: a field, or the words about a list, which has no field of its own. */
export const FIRST_ERROR = '[aria-invalid="true"], [data-refused]'

/**
 * Brings the person to the first field that the form refuses. Asked for while the form is `busy`, it waits: the fields
 * of a form that is being sent are disabled, and a disabled field takes no focus.
 */
export function useFocusFirstError(busy: boolean): () => void {
  const [asked, setAsked] = useState(0)
  const done = useRef(0)
  useEffect(() => {
    if (busy || done.current === asked) return
    done.current = asked
    document.querySelector<HTMLElement>(FIRST_ERROR)?.focus()
  }, [asked, busy])
  return () => setAsked((times) => times + 1)
}
