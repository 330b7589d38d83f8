import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError, isApiError } from '@/api/error'
import { saveTeacherDraft } from '@/api/onboarding'
import { dropLocal, keepLocal, type LocalDraft, readLocal } from './localDraft'

/** A pause in typing after which the draft is sent, and how long after a failure it is tried again. */
const TYPING_MS = 900
const RETRY_MS = 15_000

export type DraftState = 'idle' | 'saving' | 'saved' | 'offline' | 'refused' | 'conflict'

type Typed = Pick<LocalDraft, 'draft' | 'step'>

interface Start {
  theirs: LocalDraft | null
  left: Typed | null
  /** There is no application to type any more. */
  onOver: (error: ApiError) => void
}

/**
 * Keeps what is typed: at once in this browser, and after a pause on the server, over the version that was read. A save
 * from elsewhere in between is told, and then nothing is sent until the person has chosen.
 */
export function useDraft(personId: string, loadedVersion: number, { theirs, left, onOver }: Start) {
  const version = useRef(loadedVersion)
  const unsent = useRef<Typed | null>(left)
  const sending = useRef(false)
  const stopped = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const [conflict, setConflict] = useState(theirs)
  const [state, setState] = useState<DraftState>(theirs ? 'conflict' : 'idle')
  const [refusal, setRefusal] = useState<ApiError | null>(null)

  const schedule = (ms: number) => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(), ms)
  }

  const send = async (): Promise<void> => {
    const typed = unsent.current
    if (!typed || sending.current || stopped.current) return
    sending.current = true
    setState('saving')
    try {
      const saved = await saveTeacherDraft({ ...typed, version: version.current })
      version.current = saved.version
      settled(typed)
    } catch (error) {
      refused(error)
    } finally {
      sending.current = false
    }
  }

  const settled = (typed: Typed) => {
    if (stopped.current) return
    if (unsent.current === typed) {
      unsent.current = null
      dropLocal(personId)
      setState('saved')
    } else if (unsent.current) {
      keepLocal(personId, { ...unsent.current, version: version.current })
      schedule(TYPING_MS)
    }
  }

  const refused = (error: unknown) => {
    if (stopped.current) return
    if (!isApiError(error) || error.isTransient) {
      setState('offline')
      schedule(RETRY_MS)
    } else if (error.code === 'version_conflict') {
      setState('conflict')
      setConflict(otherDraft(error))
    } else if (isOver(error)) {
      setState('idle')
      onOver(error)
    } else {
      // The same again would be refused again: it waits for the next change.
      setState('refused')
      setRefusal(error)
    }
  }

  const change = (typed: Typed) => {
    if (stopped.current) return
    unsent.current = typed
    keepLocal(personId, { ...typed, version: version.current })
    setState((before) => (before === 'saved' ? 'idle' : before))
    if (!conflict) schedule(TYPING_MS)
  }

  const onOnline = useEffectEvent(() => {
    if (!conflict && state !== 'refused') void send()
  })
  useEffect(() => {
    onOnline()
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => {
      window.removeEventListener('online', listener)
      if (timer.current) clearTimeout(timer.current)
    }
  }, [])

  return {
    state,
    conflict,
    refusal,
    change,
    /** The version from elsewhere counts; what was typed here is gone. */
    takeTheirs: () => {
      if (conflict) version.current = conflict.version
      unsent.current = null
      dropLocal(personId)
      setConflict(null)
      setState('saved')
    },
    /** What stands here counts, and is saved over the version from elsewhere. */
    keepMine: (typed: Typed) => {
      if (conflict) version.current = conflict.version
      unsent.current = typed
      setConflict(null)
      schedule(0)
    },
    /** The application was sent: there is nothing to keep any more. */
    stop: () => {
      stopped.current = true
      if (timer.current) clearTimeout(timer.current)
      dropLocal(personId)
    },
  }
}

/** Whether it says that this person has applied, or is something else by now. */
export function isOver({ code }: ApiError): boolean {
  return code === 'application_pending' || code === 'already_onboarded' || code === 'role_not_allowed'
}

/** The draft that a refused save found in its place. */
function otherDraft({ problem }: ApiError): LocalDraft {
  const { draft, step, version } = problem as Partial<LocalDraft>
  return { draft: draft ?? {}, step: step ?? 0, version: version ?? 0 }
}

/**
 * What to begin with: what this browser kept, where it was typed over the version that the server has; otherwise the
 * server's, and `theirs` asks which of the two. `left` is what was never sent.
 */
export function beginning(
  personId: string,
  server: { draft: Record<string, unknown> | null; step: number; version: number },
) {
  const local = readLocal(personId)
  if (!local) return { draft: server.draft, step: server.step, theirs: null, left: null }
  const theirs =
    local.version !== server.version && server.draft
      ? { draft: server.draft, step: server.step, version: server.version }
      : null
  const left: Typed = { draft: local.draft, step: local.step }
  return { ...left, theirs, left }
}
