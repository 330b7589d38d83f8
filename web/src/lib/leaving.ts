let leaving = false

/**
 * Call before the page is left for another document. `history.back()`, with which a closing dialog
 * removes its history entry, would cancel that navigation.
 */
export function startLeaving(): void {
  leaving = true
}

/** The navigation failed, so the page stays. */
export function stopLeaving(): void {
  leaving = false
}

/** Whether another document is about to replace this page. */
export function isLeaving(): boolean {
  return leaving
}
