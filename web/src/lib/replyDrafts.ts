import { readStored, store } from './browserStorage'

const KEY = 'tala.replies'

/** The unsent reply to a support message that was typed in this tab; empty if there is none. */
export const readReplyDraft = (messageId: string): string => readDrafts()[messageId] ?? ''

/** Keeps the reply in this tab; an empty text removes it. */
export function storeReplyDraft(messageId: string, text: string): void {
  store('sessionStorage', KEY, { ...readDrafts(), [messageId]: text || undefined })
}

export const clearReplyDrafts = (): void => store('sessionStorage', KEY, null)

const readDrafts = () => (readStored('sessionStorage', KEY) ?? {}) as Record<string, string | undefined>
