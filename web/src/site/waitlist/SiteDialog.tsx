import './waitlist.css'
import { type ReactNode, useEffect, useState } from 'react'
import { waitlistCopy as copy } from '@/copy/waitlist'

export interface SiteDialogProps {
  productName: string
  onClose: () => void
  /** The invite code in the URL. */
  inviteCode: string | null
  /** Signs up as a student with an invite code. */
  onJoin: (inviteCode: string) => Promise<void>
  onShowWaitlist: () => void
}

interface SiteDialogContentProps {
  title: string
  onClose: () => void
  /** While a request is being sent, a click outside does not close the dialog. */
  isBusy: boolean
  children: (close: () => void) => ReactNode
}

/** A modal dialog of the public pages, with the native `dialog` element. */
export function SiteDialog({ title, isBusy, onClose, children }: SiteDialogContentProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  useEffect(() => {
    dialog?.showModal()
    return () => dialog?.close()
  }, [dialog])
  // Before `onClose`, which focuses an element outside; that is inert while the dialog is open.
  const close = () => {
    dialog?.close()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog; on the keyboard Escape does
    <dialog
      ref={setDialog}
      className="dialog"
      aria-labelledby="dialog-title"
      onClose={onClose}
      onCancel={(event) => {
        // Close synchronously; the `close` event comes later.
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === dialog && !isBusy) close()
      }}
    >
      <div className="dialog-content">
        <div className="dialog-head">
          <h2 id="dialog-title">{title}</h2>
          <button type="button" className="dialog-close" onClick={close} aria-label={copy.close}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
              <path d="M5 5l14 14M19 5L5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          </button>
        </div>
        {children(close)}
      </div>
    </dialog>
  )
}
