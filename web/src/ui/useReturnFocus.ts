import { useEffect, useState } from 'react'
import { domPositionOf, nearestHeading } from './domPosition'
import { lastFocusInPage } from './restoreFocus'

/**
 * For a dialog that is mounted open: returns focus on unmount to the element that had it. If that is
 * gone, for example with another dialog, to the last one in the page, or to the nearest heading. Mantine does so only for dialogs that were closed first.
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
        const hasOpener = opener !== body && opener?.isConnected
        const target = hasOpener ? opener : (lastFocusInPage() ?? nearestHeading(position))
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    },
    [opener, position],
  )
}
