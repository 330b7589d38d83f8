import { type RefObject, useEffect, useRef } from 'react'

/** Moves focus to the h1 inside `content` whenever `place` changes, but not when the page is first opened. */
export function useHeadingFocus(content: RefObject<HTMLElement | null>, place: string): void {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    content.current?.querySelector('h1')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [content, place])
}
