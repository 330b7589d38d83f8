/** The elements around one, the nearest first: when it has gone, they still tell where it stood. */
export function around(element: Element | null): Element[] {
  const all: Element[] = []
  for (let outer = element?.parentElement; outer; outer = outer.parentElement) all.push(outer)
  return all
}

/** The heading of what is left of a place: of its section, or of the page. */
export function headingNear(place: readonly Element[]): HTMLElement | null {
  const section = place.find((outer) => outer.isConnected && outer.matches('section[aria-labelledby]'))
  const named = document.getElementById(section?.getAttribute('aria-labelledby') ?? '')
  const heading = named ?? document.querySelector<HTMLElement>('main h1')
  if (heading) heading.tabIndex = -1
  return heading
}
