import { type LocalDraft, readLocalDraft } from './localDraft'

/** What the user has typed, without the version it is based on. */
export type TypedDraft = Pick<LocalDraft, 'draft' | 'step'>

interface ServerDraft {
  draft: Record<string, unknown> | null
  step: number
  version: number
}

export interface InitialDraft {
  draft: Record<string, unknown> | null
  step: number
  /** The server's draft, if the local one is based on another version: the user has to choose. */
  conflict: LocalDraft | null
  /** The local draft that was never sent. */
  unsent: TypedDraft | null
}

/** The draft to start with: the local one if there is one, otherwise the server's. */
export function initialDraft(personId: string, server: ServerDraft): InitialDraft {
  const local = readLocalDraft(personId)
  if (!local) return { draft: server.draft, step: server.step, conflict: null, unsent: null }
  const conflict =
    local.version !== server.version && server.draft
      ? { draft: server.draft, step: server.step, version: server.version }
      : null
  const unsent: TypedDraft = { draft: local.draft, step: local.step }
  return { ...unsent, conflict, unsent }
}
