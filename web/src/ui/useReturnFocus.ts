import { useEffect, useState } from 'react'
import { currentFocus, returnTarget } from './focusHistory'

/**
 * For a dialog that is mounted open: returns focus on unmount to the element that had it, or to
 * what `returnTarget` names if that is gone. Mantine does so only for dialogs that were closed
 * first.
 */
export function useReturnFocus(): void {
  const [opener] = useState(currentFocus)
  useEffect(
    () => () => {
      // After the dialog is gone, and only if no other element has focus.
      setTimeout(() => {
        const { activeElement, body } = document
        const isLost = activeElement === null || activeElement === body
        if (!isLost) return
        const target = returnTarget(opener)
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
