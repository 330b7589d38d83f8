import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** What is asked before something unsaved is given up. */
export interface LeaveQuestion {
  onStay: () => void
  onLeave: () => void
}

/**
 * Keeps the place on show while something in it is unsaved and the address already names another one, until the
 * person has chosen. Places are links to a hash, and Back changes it too: what has happened to the address is put
 * right afterwards, for the browser lets nobody stop it. Leaving the document is the browser's own question.
 */
export function useLeaveGuard(wanted: string) {
  const navigate = useNavigate()
  const [unsaved, setUnsaved] = useState(false)
  const [place, setPlace] = useState(wanted)
  const [way, setWay] = useState<(() => void) | null>(null)
  if (place !== wanted && !unsaved) setPlace(wanted)
  useBrowserQuestion(unsaved)

  const onStay = () => {
    setWay(null)
    if (place !== wanted)
      void navigate({ to: '.', search: true, hash: place, replace: true, resetScroll: false })
  }
  const onLeave = () => {
    setUnsaved(false)
    setWay(null)
    way?.()
  }
  const question: LeaveQuestion | null = place !== wanted || way ? { onStay, onLeave } : null
  return {
    place,
    setUnsaved,
    /** Goes a way out of the page, after asking where there is something to lose. */
    leave: (go: () => void) => (unsaved ? setWay(() => go) : go()),
    question,
  }
}

function useBrowserQuestion(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
}
