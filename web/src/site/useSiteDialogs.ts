import { type ComponentType, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { opensElsewhere } from './opensElsewhere'
import type { SiteDialogProps } from './waitlist/SiteDialog'

const WAITLIST = '#waitlist'
const INVITE_CODE = '#invite-code'

const loadWaitlistDialog = async () => (await import('./waitlist/WaitlistDialog')).WaitlistDialog
const loadInviteCodeDialog = async () => (await import('./inviteCode/InviteCodeDialog')).InviteCodeDialog
const loadLeaveDialog = async () => (await import('./waitlist/LeaveWaitlistDialog')).LeaveWaitlistDialog

/**
 * The dialog that a hash opens: `/#waitlist` in links from other sites, `/#leave-waitlist/…` in
 * invitation mails. The page's own links have these hashes for a press before the script has loaded.
 */
function dialogLoaderOf(hash: string) {
  if (hash === WAITLIST) return loadWaitlistDialog
  if (hash === INVITE_CODE) return loadInviteCodeDialog
  return hash.startsWith('#leave-waitlist/') ? loadLeaveDialog : null
}

/** The dialogs of the front page, loaded on demand; one is open at a time. */
export function useSiteDialogs() {
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
  /** The properties of a link that opens a dialog. */
  const linkTo = (href: string, loader: () => Promise<ComponentType<SiteDialogProps>>) => {
    const preload = () => void loader().catch(() => undefined)
    return {
      href,
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        openerRef.current = event.currentTarget
        void open(loader)
      },
      onPointerEnter: preload,
      onFocus: preload,
      'aria-haspopup': 'dialog' as const,
    }
  }
  const close = () => {
    setDialog(null)
    const { hash, pathname, search } = window.location
    if (dialogLoaderOf(hash)) window.history.replaceState(null, '', pathname + search)
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

  return {
    Dialog,
    failed,
    close,
    waitlistLink: linkTo(WAITLIST, loadWaitlistDialog),
    inviteCodeLink: linkTo(INVITE_CODE, loadInviteCodeDialog),
    /** Replaces the open dialog; closing it leads back to what opened the first one. */
    switchToWaitlist: () => void open(loadWaitlistDialog),
  }
}
