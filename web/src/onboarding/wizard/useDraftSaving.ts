import { type RefObject, useRef, useState } from 'react'
import { type ApiError, isApiError } from '@/api/error'
import { saveTeacherDraft } from '@/api/onboarding'
import type { InitialDraft, TypedDraft } from './initialDraft'
import { type LocalDraft, removeLocalDraft, storeLocalDraft } from './localDraft'

/** Pause in typing after which the draft is saved, and delay before a failed save is retried. */
export const DEBOUNCE_MS = 900
const RETRY_MS = 15_000

export type DraftState = 'idle' | 'saving' | 'saved' | 'offline' | 'rejected' | 'conflict'

export interface DraftOptions extends Pick<InitialDraft, 'conflict' | 'unsent'> {
  personId: string
  /** The version of the server's draft when it was loaded. */
  version: number
  /** Called if the application can no longer be edited. */
  onClosed: (error: ApiError) => void
}

interface DraftSaving {
  state: DraftState
  setState: (change: (before: DraftState) => DraftState) => void
  /** The server's draft, if it was changed elsewhere. */
  conflict: LocalDraft | null
  setConflict: (conflict: LocalDraft | null) => void
  /** Why the server rejected the last save. */
  rejection: ApiError | null
  versionRef: RefObject<number>
  /** The draft that the server does not have yet. */
  unsentRef: RefObject<TypedDraft | null>
  isStoppedRef: RefObject<boolean>
  send: () => Promise<void>
  schedule: (ms: number) => void
  cancel: () => void
}

/** Sends the draft to the server, one request at a time, and handles the result. */
export function useDraftSaving(options: DraftOptions): DraftSaving {
  const { personId, onClosed } = options
  const versionRef = useRef(options.version)
  const unsentRef = useRef<TypedDraft | null>(options.unsent)
  const isSendingRef = useRef(false)
  const isStoppedRef = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const [conflict, setConflict] = useState(options.conflict)
  const [state, setState] = useState<DraftState>(options.conflict ? 'conflict' : 'idle')
  const [rejection, setRejection] = useState<ApiError | null>(null)

  const cancel = () => {
    if (timer.current) clearTimeout(timer.current)
  }
  const schedule = (ms: number) => {
    cancel()
    timer.current = setTimeout(() => void send(), ms)
  }

  const send = async (): Promise<void> => {
    const typed = unsentRef.current
    if (!typed || isSendingRef.current || isStoppedRef.current) return
    isSendingRef.current = true
    setState('saving')
    try {
      const saved = await saveTeacherDraft({ ...typed, version: versionRef.current })
      versionRef.current = saved.version
      handleSaved(typed)
    } catch (error) {
      handleError(error)
    } finally {
      isSendingRef.current = false
    }
  }

  const handleSaved = (typed: TypedDraft) => {
    if (isStoppedRef.current) return
    if (unsentRef.current === typed) {
      unsentRef.current = null
      removeLocalDraft(personId)
      setState('saved')
    } else if (unsentRef.current) {
      storeLocalDraft(personId, { ...unsentRef.current, version: versionRef.current })
      schedule(DEBOUNCE_MS)
    }
  }

  const handleError = (error: unknown) => {
    if (isStoppedRef.current) return
    if (!isApiError(error) || error.isTransient) {
      setState('offline')
      schedule(RETRY_MS)
    } else if (error.code === 'version_conflict') {
      setState('conflict')
      setConflict(conflictingDraft(error))
    } else if (isApplicationClosed(error)) {
      setState('idle')
      onClosed(error)
    } else {
      // The same draft would be rejected again, so it is sent only after the next change.
      setState('rejected')
      setRejection(error)
    }
  }

  const refs = { versionRef, unsentRef, isStoppedRef }
  return { state, setState, conflict, setConflict, rejection, send, schedule, cancel, ...refs }
}

/** Whether the application was sent, or the user has another role by now. */
export function isApplicationClosed({ code }: ApiError): boolean {
  return code === 'application_pending' || code === 'already_onboarded' || code === 'role_not_allowed'
}

/** The server's draft, which the error response of a conflict contains. */
function conflictingDraft({ problem }: ApiError): LocalDraft {
  const { draft, step, version } = problem as Partial<LocalDraft>
  return { draft: draft ?? {}, step: step ?? 0, version: version ?? 0 }
}
