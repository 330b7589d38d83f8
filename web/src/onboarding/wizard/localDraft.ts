import { DRAFT_KEY_PREFIX } from '@/lib/draftKeyPrefix'

/** The draft in local storage until the server has it, in case the network or the tab is lost. */
export interface LocalDraft {
  draft: Record<string, unknown>
  step: number
  /** The version of the server's draft that it is based on. */
  version: number
}

const storageKey = (personId: string) => `${DRAFT_KEY_PREFIX}${personId}`

export function storeLocalDraft(personId: string, local: LocalDraft): void {
  try {
    localStorage.setItem(storageKey(personId), JSON.stringify(local))
  } catch {
    // Storage can be full or blocked; the server saves the draft too.
  }
}

export function removeLocalDraft(personId: string): void {
  try {
    localStorage.removeItem(storageKey(personId))
  } catch {
    // See `storeLocalDraft`.
  }
}

export function readLocalDraft(personId: string): LocalDraft | null {
  try {
    const local: unknown = JSON.parse(localStorage.getItem(storageKey(personId)) ?? 'null')
    return isLocalDraft(local) ? local : null
  } catch {
    return null
  }
}

function isLocalDraft(value: unknown): value is LocalDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'draft' in value &&
    typeof value.draft === 'object' &&
    value.draft !== null &&
    'step' in value &&
    typeof value.step === 'number' &&
    'version' in value &&
    typeof value.version === 'number'
  )
}
