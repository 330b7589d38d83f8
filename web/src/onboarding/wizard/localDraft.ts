import { readStored, store } from '@/lib/browserStorage'
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
  store('localStorage', storageKey(personId), local)
}

export function removeLocalDraft(personId: string): void {
  store('localStorage', storageKey(personId), null)
}

export function readLocalDraft(personId: string): LocalDraft | null {
  const local = readStored('localStorage', storageKey(personId))
  return isLocalDraft(local) ? local : null
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
