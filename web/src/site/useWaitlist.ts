import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { WaitlistDialogProps } from './waitlist/WaitlistDialog'

const HASH = '#waitlist'
const load = () => import('./waitlist/WaitlistDialog')

/** The waitlist, whose code comes when it is asked for. `/#waitlist` opens it at once, for links from elsewhere. */
export function useWaitlist() {
  const [Dialog, setDialog] = useState<ComponentType<WaitlistDialogProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const opener = useRef<HTMLElement | null>(null)

  const open = useCallback(async () => {
    setFailed(false)
    try {
      const { WaitlistDialog } = await load()
      setDialog(() => WaitlistDialog)
    } catch {
      setFailed(true)
    }
  }, [])
  const show = () => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    void open()
  }
  const close = () => {
    setDialog(null)
    if (window.location.hash === HASH) window.history.replaceState(null, '', window.location.pathname)
    const back = opener.current
    // The opener may have folded away with the menu meanwhile.
    const target = back?.checkVisibility() ? back : document.querySelector<HTMLElement>('.menu-button')
    target?.focus()
  }

  useEffect(() => {
    const follow = () => {
      if (window.location.hash === HASH) void open()
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [open])

  const prepare = () => void load().catch(() => undefined)
  return { Dialog, failed, show, close, prepare }
}
