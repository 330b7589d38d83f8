import { useDebouncedValue } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

const DEBOUNCE_MS = 250

/** Filter values by name; an empty text means no filter. */
export type Filters = Readonly<Record<string, string>>

/** A hash with filters, such as `people?q=meera&role=student`. */
export function toHash(section: string, filters: Filters): string {
  const entries = Object.entries(filters).filter(([, value]) => value)
  const query = entries.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return query ? `${section}?${query}` : section
}

/** Reads the known filters of a hash. */
export function parseFilters<T extends Filters>(hash: string, defaults: T): T {
  const params = new Map(
    (hash.split('?')[1] ?? '').split('&').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), decodeOrKeep(pair.slice(at + 1))]
    }),
  )
  return Object.fromEntries(Object.keys(defaults).map((name) => [name, params.get(name) ?? ''])) as T
}

/** The router has decoded most of the hash already, so a `%` may be literal. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Filters of a list, kept in the hash so that Back restores them. `debouncedFilters` is for the
 * query and follows after a pause in typing.
 */
export function useFilters<T extends Filters>(section: string, defaults: T) {
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const [filters, setFilters] = useState(() => parseFilters(hash, defaults))
  const [debouncedFilters] = useDebouncedValue(filters, DEBOUNCE_MS)
  const lastHash = useRef(toHash(section, debouncedFilters))

  // The hash was changed by the menu or by Back.
  useEffect(() => {
    const newHash = toHash(section, parseFilters(hash, defaults))
    if (newHash === lastHash.current || hash.split(/[?/]/)[0] !== section) return
    lastHash.current = newHash
    setFilters(parseFilters(hash, defaults))
  }, [hash, section, defaults])

  const targetHash = toHash(section, debouncedFilters)
  useEffect(() => {
    if (lastHash.current === targetHash) return
    // A link was followed within the pause: the list is shown only until the next page has loaded.
    if (window.location.hash.slice(1).split('?')[0] !== section) return
    lastHash.current = targetHash
    void navigate({ to: '.', search: true, hash: targetHash, replace: true, resetScroll: false })
  }, [section, targetHash, navigate])

  return {
    filters,
    debouncedFilters,
    change: (changes: Partial<T>) => setFilters((before) => ({ ...before, ...changes })),
  }
}
