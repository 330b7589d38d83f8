import { domPositionOf, nearestHeading, nextRowAction } from './domPosition'
import { DIALOG, recordFocus } from './focusHistory'

/**
 * Restores focus that is lost because the focused element was disabled or removed; browsers would
 * move it to `<body>`, outside of an open dialog. While a dialog's buttons are disabled, focus
 * moves to the dialog and then back. After a removal it moves to the next row or the nearest
 * heading. Returns a function that stops it.
 */
export function restoreFocus(): () => void {
  let focused: HTMLElement | null = null
  let position = domPositionOf(null)
  let waiting = false

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (waiting && target === focused?.closest(DIALOG)) return
    focused = target
    position = domPositionOf(target)
    waiting = false
  }
  /** A click outside of any control means that nothing should have focus. */
  const clear = () => {
    focused = null
    waiting = false
  }
  const handleMutations = () => {
    if (!focused) return
    if (!focused.isConnected) {
      if (isLost()) moveFocus()
    } else if (focused.matches(':disabled')) {
      waiting = true
      if (isLost() || document.activeElement === focused) focus(focused.closest<HTMLElement>(DIALOG))
    } else if (waiting) {
      waiting = false
      if (isLost() || document.activeElement === focused.closest(DIALOG)) focus(focused)
    }
  }
  const moveFocus = () => {
    const dialog = position.ancestors.find((ancestor) => ancestor.matches(DIALOG))
    // A removed dialog returns focus to its opener.
    if (dialog) return dialog.isConnected ? focus(nextRowAction(position) ?? dialog) : clear()
    const inPage = position.ancestors.some((ancestor) => ancestor.isConnected && ancestor.matches('main'))
    // Outside of `main` the next page may still be loading.
    if (inPage) focus(nextRowAction(position) ?? nearestHeading(position))
    else clear()
  }

  const changes = new MutationObserver(handleMutations)
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', clear)
  const stopRecording = recordFocus()
  return () => {
    stopRecording()
    changes.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', clear)
  }
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}
