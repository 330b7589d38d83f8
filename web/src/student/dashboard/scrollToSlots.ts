import { AVAILABLE_TITLE_ID } from './AvailableClasses'

/** Scrolls to the heading of the open times if it is not in the upper half of the screen. */
export function scrollToSlots(): void {
  const heading = document.getElementById(AVAILABLE_TITLE_ID)
  if (!heading || isInUpperHalf(heading.getBoundingClientRect())) return
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading.scrollIntoView({ block: 'start', behavior: reducesMotion ? 'auto' : 'smooth' })
}

function isInUpperHalf({ top }: DOMRect): boolean {
  return top >= 0 && top < window.innerHeight / 2
}
