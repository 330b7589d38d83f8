const STEPS: Record<string, readonly [column: number, row: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Moves focus between slots with the arrow keys: up and down within a day, left and right to the
 * neighbouring day with slots. Tab reaches all of them too. Returns whether focus has moved.
 */
export function moveSlotFocus(grid: HTMLElement, key: string): boolean {
  const step = STEPS[key]
  if (!step) return false
  const columns = [...grid.children]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-slot]')])
    .filter((column) => column.length > 0)
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return false
  const at = columns.findIndex((column) => column.includes(focused))
  if (at < 0) return false
  const row = columns[at]?.indexOf(focused) ?? 0
  const target = columns[at + step[0]]
  const next = target?.[Math.min(row + step[1], step[0] === 0 ? row + step[1] : target.length - 1)]
  next?.focus()
  return next !== undefined
}
