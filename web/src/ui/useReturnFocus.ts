import { useEffect, useState } from 'react'

/**
 * For a dialog that is mounted open: when it goes, the focus returns to what had it when it came. Mantine's own way
 * needs a dialog that was closed before.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Only once the dialog is gone, and not when something else has been given the focus.
      setTimeout(() => {
        const { activeElement, body } = document
        const isLost = activeElement === null || activeElement === body
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
