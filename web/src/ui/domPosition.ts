import type { KeyboardEvent } from 'react'

/**
 * Props of a button that each row of a form's list has, such as "remove": `<IconButton
 * {...rowActionProps}>`. Holding a key presses it only once: focus moves to the same button of the
 * next row, which the repeated key would press too.
 */
export const rowActionProps = {
  'data-row-action': '',
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
}
const ROW_ACTION = '[data-row-action]'
const SECTION = 'section[aria-labelledby]'

/** Position of an element in the document, usable after the element was removed. */
export interface DomPosition {
  /** Its ancestors, nearest first. */
  ancestors: Element[]
  /** Index of its row, if it is a row action of a section. */
  rowIndex: number | undefined
}

export function domPositionOf(element: Element | null): DomPosition {
  const ancestors: Element[] = []
  for (let ancestor = element?.parentElement; ancestor; ancestor = ancestor.parentElement)
    ancestors.push(ancestor)
  const isInRow = element?.matches(ROW_ACTION)
  return {
    ancestors,
    rowIndex: isInRow ? rowActionsIn(ancestors).indexOf(element as HTMLElement) : undefined,
  }
}

/** All row actions of the nearest section, in order. */
function rowActionsIn(ancestors: readonly Element[]): HTMLElement[] {
  const section = ancestors.find((ancestor) => ancestor.matches(SECTION))
  return [...(section?.querySelectorAll<HTMLElement>(ROW_ACTION) ?? [])]
}

/** The same action in the row that moved up, or in the last row. */
export function nextRowAction({ ancestors, rowIndex }: DomPosition): HTMLElement | null {
  if (rowIndex === undefined) return null
  const actions = rowActionsIn(ancestors.filter((ancestor) => ancestor.isConnected))
  const next = actions[Math.min(rowIndex, actions.length - 1)]
  return next && !next.matches(':disabled') ? next : null
}

/** The heading of the nearest section that still exists, or of the page. */
export function nearestHeading({ ancestors }: DomPosition): HTMLElement | null {
  const section = ancestors.find((ancestor) => ancestor.isConnected && ancestor.matches(SECTION))
  const sectionHeading = document.getElementById(section?.getAttribute('aria-labelledby') ?? '')
  const heading = sectionHeading ?? document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  return heading
}
