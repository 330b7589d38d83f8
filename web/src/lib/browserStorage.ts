/**
 * The browser's storage of the device or of the tab. Where it is blocked or full, nothing is stored,
 * and nothing is read.
 */
type Area = 'localStorage' | 'sessionStorage'

/** The stored value; `null` if there is none, or if it is not JSON. */
export function readStored(area: Area, key: string): unknown {
  try {
    return JSON.parse(window[area].getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores the value as JSON; `null` removes it. */
export function store(area: Area, key: string, value: unknown): void {
  try {
    const storage = window[area]
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // The caller reads nothing later.
  }
}
