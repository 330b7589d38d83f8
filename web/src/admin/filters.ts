import { useDebouncedValue } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 250

/** What a list is narrowed down to, by name; an empty text is no filter. */
export type Filters = Readonly<Record<string, string>>

/** `people?q=meera&role=student`, for a link to a list that is narrowed down, or for the address of this one. */
export function hashOf(section: string, filters: Filters): string {
  const said = Object.entries(filters).filter(([, value]) => value)
  const words = said.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return words ? `${section}?${words}` : section
}

/** The filters that a hash names, among those that are known. */
export function filtersOf<T extends Filters>(hash: string, none: T): T {
  const said = new Map(
    (hash.split('?')[1] ?? '').split('&').map((word) => {
      const at = word.indexOf('=')
      return [word.slice(0, at), decoded(word.slice(at + 1))]
    }),
  )
  return Object.fromEntries(Object.keys(none).map((name) => [name, said.get(name) ?? ''])) as T
}

/** The router has decoded most of it already, and then a `%` stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The filters of a list. They stand in the address, so that the way back from a row leads to the same list.
 * `settled` is what to ask for: it follows once nobody types any more.
 */
export function useFilters<T extends Filters>(section: string, none: T) {
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const [filters, setFilters] = useState(() => filtersOf(hash, none))
  const [settled] = useDebouncedValue(filters, TYPING_MS)
  const address = useRef(hashOf(section, settled))

  // By the menu, or by the browser's own way back.
  useEffect(() => {
    const arrived = hashOf(section, filtersOf(hash, none))
    if (arrived === address.current || hash.split(/[?/]/)[0] !== section) return
    address.current = arrived
    setFilters(filtersOf(hash, none))
  }, [hash, section, none])

  const wanted = hashOf(section, settled)
  useEffect(() => {
    if (address.current === wanted) return
    address.current = wanted
    void navigate({ to: '.', search: true, hash: wanted, replace: true, resetScroll: false })
  }, [wanted, navigate])

  return {
    filters,
    settled,
    change: (over: Partial<T>) => setFilters((before) => ({ ...before, ...over })),
  }
}
