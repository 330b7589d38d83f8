import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { SiteDialogProps } from './waitlist/SiteDialog'

const loadWaitlistDialog = async () => (await import('./waitlist/WaitlistDialog')).WaitlistDialog
const loadLeaveDialog = async () => (await import('./waitlist/LeaveWaitlistDialog')).LeaveWaitlistDialog

/**
 * The dialog that a hash opens: `/#waitlist` in links from other sites, `/#leave-waitlist/…` in
 * invitation mails.
 */
function dialogLoaderOf(hash: string) {
  if (hash === '#waitlist') return loadWaitlistDialog
  return hash.startsWith('#leave-waitlist/') ? loadLeaveDialog : null
}

/** The waitlist dialog, loaded on demand. */
export function useWaitlist() {
  const [Dialog, setDialog] = useState<ComponentType<SiteDialogProps> | null>(null)
  const [failed, setFailed] = useState(false)
  const openerRef = useRef<HTMLElement | null>(null)

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
    openerRef.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    void open(loadWaitlistDialog)
  }
  const close = () => {
    setDialog(null)
    if (dialogLoaderOf(window.location.hash)) window.history.replaceState(null, '', window.location.pathname)
    const opener = openerRef.current
    // The opener is hidden if the menu was closed.
    const target = opener?.checkVisibility() ? opener : document.querySelector<HTMLElement>('.menu-button')
    target?.focus()
  }

  useEffect(() => {
    const openDialogOfHash = () => {
      const loader = dialogLoaderOf(window.location.hash)
      if (loader) void open(loader)
    }
    openDialogOfHash()
    window.addEventListener('hashchange', openDialogOfHash)
    return () => window.removeEventListener('hashchange', openDialogOfHash)
  }, [open])

  const preload = () => void loadWaitlistDialog().catch(() => undefined)
  return { Dialog, failed, show, close, prepare: preload }
}
