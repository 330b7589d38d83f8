import { useEffect, useRef } from 'react'
import { waitlistCopy as copy } from '@/copy/waitlist'
import { Kolam } from '@/ui/Kolam'

interface WaitlistMessageProps {
  title: string
  text: string
  close: () => void
}

/** Success message, announced to screen readers, with a focused close button. */
export function WaitlistMessage({ title, text, close }: WaitlistMessageProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="dialog-done">
      <Kolam seed="tala-10" size={5} animated strokeWidth={0.07} className="dialog-art" />
      <div role="alert">
        <p className="dialog-thanks">{title}</p>
        <p>{text}</p>
      </div>
      <button ref={button} type="button" className="button" onClick={close}>
        {copy.close}
      </button>
    </div>
  )
}
