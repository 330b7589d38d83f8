import { useEffect, useState } from 'react'
import { headingNear, placeOf } from './placeLeft'

/**
 * For a dialog that is mounted open: when it goes, the focus returns to what had it when it came, or to the nearest
 * heading when that is gone. Mantine's own way needs a dialog that was closed before.
 */
export function useReturnFocus(): void {
  const [[opener, place]] = useState(() => [document.activeElement, placeOf(document.activeElement)] as const)
  useEffect(
    () => () => {
      // Only once the dialog is gone, and not when something else has been given the focus.
      setTimeout(() => {
        const { activeElement, body } = document
        const isLost = activeElement === null || activeElement === body
        if (!isLost) return
        const home = opener?.isConnected ? opener : headingNear(place)
        if (home instanceof HTMLElement) home.focus({ preventScroll: true })
      })
    },
    [opener, place],
  )
}
