import { waitlistCopy as copy } from '@/copy/waitlist'
import { Kolam } from '@/ui/Kolam'

interface WaitlistMessageProps {
  title: string
  text: string
  close: () => void
}

/** Success message, announced to screen readers, with a focused close button. */
export function WaitlistMessage({ title, text, close }: WaitlistMessageProps) {
  return (
    <div className="dialog-done">
      <Kolam seed="tala-10" size={5} animated strokeWidth={0.07} className="dialog-art" />
      <div role="alert">
        <p className="dialog-thanks">{title}</p>
        <p>{text}</p>
      </div>
      {/* biome-ignore lint/a11y/noAutofocus: the focused submit button has gone */}
      <button autoFocus type="button" className="button" onClick={close}>
        {copy.close}
      </button>
    </div>
  )
}
