import { useEffect, useState } from 'react'
import { domPositionOf, nearestHeading } from './domPosition'

/**
 * For a dialog that is mounted open: returns focus on unmount to the element that had it, or to the
 * nearest heading if that is gone. Mantine does so only for dialogs that were closed first.
 */
export function useReturnFocus(): void {
  const [[opener, position]] = useState(
    () => [document.activeElement, domPositionOf(document.activeElement)] as const,
  )
  useEffect(
    () => () => {
      // After the dialog is gone, and only if no other element has focus.
      setTimeout(() => {
        const { activeElement, body } = document
        const isLost = activeElement === null || activeElement === body
        if (!isLost) return
        const target = opener?.isConnected ? opener : nearestHeading(position)
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    },
    [opener, position],
  )
}
