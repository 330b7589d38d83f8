import { readStored, store } from './browserStorage'

const KEY = 'tala.replyDrafts'

/** The unsent reply to a support message that was typed in this tab; empty if there is none. */
export function readReplyDraft(messageId: string): string {
  const text = readDrafts()[messageId]
  return typeof text === 'string' ? text : ''
}

/** Keeps the reply in this tab; an empty text removes it. */
export function storeReplyDraft(messageId: string, text: string): void {
  store('sessionStorage', KEY, { ...readDrafts(), [messageId]: text || undefined })
}

export function clearReplyDrafts(): void {
  store('sessionStorage', KEY, null)
}

function readDrafts(): Record<string, unknown> {
  const stored = readStored('sessionStorage', KEY)
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}
