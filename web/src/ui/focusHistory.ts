/**
 * Where focus returns when a dialog closes. The element that had focus when the dialog opened may
 * be part of another dialog, such as the menu drawer, which closes at the same time. Then focus
 * returns to the opener of that one, whichever of the two closes first.
 */

import { type DomPosition, domPositionOf, nearestHeading } from './domPosition'

export const DIALOG = '[role="dialog"]'

/** An element that had focus, and where it was. */
export interface FocusRecord {
  element: Element
  position: DomPosition
}

/** What had focus before the first focus inside of a dialog, by dialog. */
const openers = new WeakMap<Element, FocusRecord>()
let last: FocusRecord | null = null

/** Records focus until the returned function is called. */
export function recordFocus(): () => void {
  document.addEventListener('focusin', record)
  document.addEventListener('pointerdown', forget)
  return () => {
    document.removeEventListener('focusin', record)
    document.removeEventListener('pointerdown', forget)
    last = null
  }
}

function record({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  const dialog = target.closest(DIALOG)
  const isFirst = dialog && last && !openers.has(dialog) && !last.position.ancestors.includes(dialog)
  if (isFirst && last) openers.set(dialog, last)
  last = { element: target, position: domPositionOf(target) }
}

/** A click outside of any control means that nothing should have focus. */
function forget(): void {
  last = null
}

/** The focused element, or the one that has just disappeared with the focus. */
export function currentFocus(): FocusRecord {
  const { activeElement, body } = document
  if (last && (activeElement === null || activeElement === body)) return last
  return { element: activeElement ?? body, position: domPositionOf(activeElement) }
}

/** The recorded element if it still exists, else the opener of its dialog, else a heading. */
export function returnTarget(opener: FocusRecord): Element | null {
  let { element, position } = opener
  while (!element.isConnected) {
    const dialog = position.ancestors.find((ancestor) => ancestor.matches(DIALOG))
    const outer = dialog && openers.get(dialog)
    if (!outer) return nearestHeading(position)
    ;({ element, position } = outer)
  }
  return element
}
