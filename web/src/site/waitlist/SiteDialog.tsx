import './waitlist.css'
import { type ReactNode, useEffect, useState } from 'react'
import { waitlistCopy as copy } from '@/copy/waitlist'

export interface SiteDialogProps {
  /** The title (SPEC §2). */
  productName: string
  onClose: () => void
}

interface Content extends SiteDialogProps {
  /** Something is being sent: a press beside the dialog does not close it. */
  busy: boolean
  children: (close: () => void) => ReactNode
}

/** A dialog of the public pages: the browser's own modal. */
export function SiteDialog({ productName, busy, onClose, children }: Content) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  useEffect(() => {
    dialog?.showModal()
    return () => dialog?.close()
  }, [dialog])
  // Closed first, for what lies behind takes no focus while it is open.
  const close = () => {
    dialog?.close()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog closes it; on the keyboard Escape does
    <dialog
      ref={setDialog}
      className="dialog"
      aria-labelledby="waitlist-title"
      onClose={onClose}
      onCancel={(event) => {
        // Gone at once, rather than when the browser comes round to saying that it is.
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === dialog && !busy) close()
      }}
    >
      <div className="dialog-in">
        <div className="dialog-head">
          <h2 id="waitlist-title">{productName}</h2>
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
