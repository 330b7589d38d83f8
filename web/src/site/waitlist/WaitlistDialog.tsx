import './waitlist.css'
import { useEffect, useRef } from 'react'
import { waitlistCopy as copy } from '@/copy/waitlist'
import { Kolam } from '@/ui/Kolam'
import { useJoin } from './useJoin'
import { WaitlistForm } from './WaitlistForm'

export interface WaitlistDialogProps {
  /** The title (SPEC §2). */
  productName: string
  onClose: () => void
}

/** The waitlist, as the browser's own modal dialog. */
export function WaitlistDialog({ productName, onClose }: WaitlistDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const join = useJoin()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  // Closed first, for what lies behind takes no focus while it is open.
  const close = () => {
    dialog.current?.close()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog closes it; on the keyboard Escape does
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="waitlist-title"
      onClose={onClose}
      onCancel={(event) => {
        // Gone at once, rather than when the browser comes round to saying that it is.
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === dialog.current && join.phase.name !== 'sending') close()
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
        {join.phase.name === 'done' ? (
          <Done email={join.phase.email} close={close} />
        ) : (
          <WaitlistForm {...join} />
        )}
      </div>
    </dialog>
  )
}

function Done({ email, close }: { email: string; close: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="dialog-done">
      <Kolam seed="tala-10" size={5} draw strokeWidth={0.07} className="dialog-art" />
      <div role="alert">
        <p className="dialog-thanks">{copy.done}</p>
        <p>{copy.doneText(email)}</p>
      </div>
      <button ref={button} type="button" className="button" onClick={close}>
        {copy.close}
      </button>
    </div>
  )
}
