import { headingNear, nextRow, placeOf } from './placeLeft'

const DIALOG = '[role="dialog"]'

/**
 * What is disabled or goes takes the focus with it: whoever works by keys stands at the top of the page then, and outside
 * of an open dialog. From now on the focus waits on the dialog while its buttons are busy and returns to what had it, and
 * when that is gone for good it comes to the next row, or the nearest heading. What is returned stops that.
 */
export function keepFocus(): () => void {
  let held: HTMLElement | null = null
  let place = placeOf(null)
  let waiting = false

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (waiting && target === held?.closest(DIALOG)) return
    held = target
    place = placeOf(target)
    waiting = false
  }
  /** Who clicks on nothing wants the focus nowhere. */
  const forget = () => {
    held = null
    waiting = false
  }
  const look = () => {
    if (!held) return
    if (!held.isConnected) {
      if (isLost()) replace()
    } else if (held.matches(':disabled')) {
      waiting = true
      if (isLost() || document.activeElement === held) focus(held.closest<HTMLElement>(DIALOG))
    } else if (waiting) {
      waiting = false
      if (isLost() || document.activeElement === held.closest(DIALOG)) focus(held)
    }
  }
  const replace = () => {
    const dialog = place.outers.find((outer) => outer.matches(DIALOG))
    // A dialog that is gone has an opener, to which the focus returns by itself.
    if (dialog) return dialog.isConnected ? focus(nextRow(place) ?? dialog) : forget()
    const inPage = place.outers.some((outer) => outer.isConnected && outer.matches('main'))
    // The next page may still be on its way.
    if (inPage) focus(nextRow(place) ?? headingNear(place))
    else forget()
  }

  const changes = new MutationObserver(look)
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', forget)
  return () => {
    changes.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', forget)
  }
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}
