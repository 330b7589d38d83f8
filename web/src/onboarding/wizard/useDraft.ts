import { useEffect, useEffectEvent } from 'react'
import type { ApiError } from '@/api/error'
import type { TypedDraft } from './initialDraft'
import { type LocalDraft, removeLocalDraft, storeLocalDraft } from './localDraft'
import { DEBOUNCE_MS, type DraftOptions, type DraftState, useDraftSaving } from './useDraftSaving'

export interface DraftControl {
  state: DraftState
  /** The server's draft, if it was changed elsewhere. */
  conflict: LocalDraft | null
  /** Why the server rejected the last save. */
  rejection: ApiError | null
  change: (typed: TypedDraft) => void
  /** Resolves a conflict with the server's draft; local changes are discarded. */
  acceptRemote: () => void
  /** Resolves a conflict with the local draft, which overwrites the server's. */
  keepLocal: (typed: TypedDraft) => void
  /** Stops saving after the application was sent. */
  stop: () => void
}

/**
 * Saves a draft immediately in this browser and, after a pause in typing, on the server. If the
 * draft was changed elsewhere, nothing is sent until the user has chosen a version.
 */
export function useDraft(options: DraftOptions): DraftControl {
  const { personId } = options
  const saving = useDraftSaving(options)
  const { state, conflict, versionRef, unsentRef, isStoppedRef, schedule } = saving

  const handleOnline = useEffectEvent(() => {
    if (!conflict && state !== 'rejected') void saving.send()
  })
  const cancel = useEffectEvent(saving.cancel)
  useEffect(() => {
    handleOnline()
    const listener = () => handleOnline()
    window.addEventListener('online', listener)
    return () => {
      window.removeEventListener('online', listener)
      cancel()
    }
  }, [])

  return {
    state,
    conflict,
    rejection: saving.rejection,
    change: (typed) => {
      if (isStoppedRef.current) return
      unsentRef.current = typed
      storeLocalDraft(personId, { ...typed, version: versionRef.current })
      saving.setState((before) => (before === 'saved' ? 'idle' : before))
      if (!conflict) schedule(DEBOUNCE_MS)
    },
    acceptRemote: () => {
      if (conflict) versionRef.current = conflict.version
      unsentRef.current = null
      removeLocalDraft(personId)
      saving.setConflict(null)
      saving.setState(() => 'saved')
    },
    keepLocal: (typed) => {
      if (conflict) versionRef.current = conflict.version
      unsentRef.current = typed
      saving.setConflict(null)
      schedule(0)
    },
    stop: () => {
      isStoppedRef.current = true
      saving.cancel()
      removeLocalDraft(personId)
    },
  }
}
