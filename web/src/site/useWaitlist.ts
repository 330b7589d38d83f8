import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { SiteDialogProps } from './waitlist/SiteDialog'

const load = async () => (await import('./waitlist/WaitlistDialog')).WaitlistDialog
const loadLeaving = async () => (await import('./waitlist/LeaveDialog')).LeaveDialog

/** What an address opens at once: `/#waitlist` for links from elsewhere, `/#leave-waitlist/…` for the link of an invitation. */
function loaderOf(hash: string) {
  if (hash === '#waitlist') return load
  return hash.startsWith('#leave-waitlist/') ? loadLeaving : null
}

/** The waitlist, whose code comes when it is asked for. */
export function useWaitlist() {
  const [Dialog, setDialog] = useState<ComponentType<SiteDialogProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const opener = useRef<HTMLElement | null>(null)

  const open = useCallback(async (loader: () => Promise<ComponentType<SiteDialogProps>>) => {
    setFailed(false)
    try {
      const Loaded = await loader()
      setDialog(() => Loaded)
    } catch {
      setFailed(true)
    }
  }, [])
  const show = () => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    void open(load)
  }
  const close = () => {
    setDialog(null)
    if (loaderOf(window.location.hash)) window.history.replaceState(null, '', window.location.pathname)
    const back = opener.current
    // The opener may have folded away with the menu meanwhile.
    const target = back?.checkVisibility() ? back : document.querySelector<HTMLElement>('.menu-button')
    target?.focus()
  }

  useEffect(() => {
    const follow = () => {
      const loader = loaderOf(window.location.hash)
      if (loader) void open(loader)
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [open])

  const prepare = () => void load().catch(() => undefined)
  return { Dialog, failed, show, close, prepare }
}
