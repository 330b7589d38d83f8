import { useEffect, useRef } from 'react'

/** A double click takes up to half a second. */
const IGNORED_MS = 500

/**
 * Wraps the actions of list rows: they do nothing for half a second after a row has gone, so
 * that the second click of a double click does not act on the row that moved under the pointer.
 */
export function useIgnoreClicksAfterMove(ids: string) {
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const previous = useRef(ids)
  useEffect(() => {
    const isGone = (id: string) => !ids.split(',').includes(id)
    const hasMoved = ids !== '' && previous.current !== '' && previous.current.split(',').some(isGone)
    previous.current = ids
    if (hasMoved) movedAt.current = performance.now()
  }, [ids])
  return <Row>(action: (row: Row) => void) =>
    (row: Row) => {
      if (performance.now() - movedAt.current >= IGNORED_MS) action(row)
    }
}
