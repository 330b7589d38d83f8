import { DRAFT_KEYS } from '@/lib/draftKeys'

/** What has been typed and is not on the server yet, kept in this browser for when the network or the tab goes away. */
export interface LocalDraft {
  draft: Record<string, unknown>
  step: number
  /** The version of the server's draft that it was typed over. */
  version: number
}

const keyOf = (personId: string) => `${DRAFT_KEYS}${personId}`

export function keepLocal(personId: string, local: LocalDraft): void {
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(local))
  } catch {
    // Storage may be full or forbidden; the server keeps the draft all the same.
  }
}

export function dropLocal(personId: string): void {
  try {
    localStorage.removeItem(keyOf(personId))
  } catch {
    // As above.
  }
}

export function readLocal(personId: string): LocalDraft | null {
  try {
    const local: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? 'null')
    return isLocal(local) ? local : null
  } catch {
    return null
  }
}

function isLocal(value: unknown): value is LocalDraft {
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
