import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** A pending question whether to discard unsaved changes. */
export interface UnsavedChangesQuestion {
  onStay: () => void
  onLeave: () => void
}

/**
 * Keeps the current section visible while it has unsaved changes and the hash names another one,
 * until the user has decided. Browsers do not let a page prevent a hash change (by link or Back),
 * so the hash is corrected afterwards. When the document is left, the browser asks.
 */
export function useUnsavedChangesGuard(requestedHash: string) {
  const navigate = useNavigate()
  const [unsaved, setUnsaved] = useState(false)
  const [visibleHash, setVisibleHash] = useState(requestedHash)
  const [pendingLeave, setPendingLeave] = useState<(() => void) | null>(null)
  if (visibleHash !== requestedHash && !unsaved) setVisibleHash(requestedHash)
  usePreventUnload(unsaved)

  const onStay = () => {
    setPendingLeave(null)
    if (visibleHash !== requestedHash)
      void navigate({ to: '.', search: true, hash: visibleHash, replace: true, resetScroll: false })
  }
  const onLeave = () => {
    setUnsaved(false)
    setPendingLeave(null)
    pendingLeave?.()
  }
  const question: UnsavedChangesQuestion | null =
    visibleHash !== requestedHash || pendingLeave ? { onStay, onLeave } : null
  return {
    visibleHash,
    setUnsaved,
    /** Runs an action that leaves the page, after asking if there are unsaved changes. */
    leave: (action: () => void) => (unsaved ? setPendingLeave(() => action) : action()),
    question,
  }
}

function usePreventUnload(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
}
