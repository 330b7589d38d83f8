/** The name of a child whom another guardian has removed, from the page that was for the child to the next one. */
import { readStored, store } from './browserStorage'

const KEY = 'tala.removed-child'

export const storeRemovedChild = (name: string): void => store('sessionStorage', KEY, name)

export function takeRemovedChild(): string | null {
  const name = readStored('sessionStorage', KEY)
  store('sessionStorage', KEY, null)
  return typeof name === 'string' ? name : null
}
