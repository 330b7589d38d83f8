import type { KeyboardEvent } from 'react'

/**
 * On a button of which each row of a form's list has one, such as "remove": `<IconAction {...inEachRow}>`. A key that is held
 * down presses it once, for the next row's is the next to have the focus.
 */
export const inEachRow = {
  'data-in-each-row': '',
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
}
const IN_EACH_ROW = '[data-in-each-row]'
const SECTION = 'section[aria-labelledby]'

/** Where something stands: when it has gone, this still tells where that was. */
export interface Place {
  /** The elements around it, the nearest first. */
  outers: Element[]
  /** The number of its row, where it is what each row of a section has. */
  row: number | undefined
}

export function placeOf(element: Element | null): Place {
  const outers: Element[] = []
  for (let outer = element?.parentElement; outer; outer = outer.parentElement) outers.push(outer)
  const isInRow = element?.matches(IN_EACH_ROW)
  return { outers, row: isInRow ? rowsOf(outers).indexOf(element as HTMLElement) : undefined }
}

/** What each row of the section has, from the first to the last. */
function rowsOf(outers: readonly Element[]): HTMLElement[] {
  const section = outers.find((outer) => outer.matches(SECTION))
  return [...(section?.querySelectorAll<HTMLElement>(IN_EACH_ROW) ?? [])]
}

/** The same in the row that has moved up, or in what is the last row now. */
export function nextRow({ outers, row }: Place): HTMLElement | null {
  if (row === undefined) return null
  const rows = rowsOf(outers.filter((outer) => outer.isConnected))
  const next = rows[Math.min(row, rows.length - 1)]
  return next && !next.matches(':disabled') ? next : null
}

/** The heading of what is left of a place: of its section, or of the page. */
export function headingNear({ outers }: Place): HTMLElement | null {
  const section = outers.find((outer) => outer.isConnected && outer.matches(SECTION))
  const named = document.getElementById(section?.getAttribute('aria-labelledby') ?? '')
  const heading = named ?? document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  return heading
}
