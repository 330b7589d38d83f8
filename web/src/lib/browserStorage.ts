/**
 * The browser's storage of the device or of the tab. Where it is blocked, nothing is stored or read;
 * where it is full, an earlier value stays.
 */
type Area = 'localStorage' | 'sessionStorage'

/** The stored value, which the caller must validate; `null` if there is none, or if it is not JSON. */
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
    // Blocked or full: nothing, or the earlier value, is read later.
  }
}
