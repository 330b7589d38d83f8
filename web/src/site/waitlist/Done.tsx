import { useEffect, useRef } from 'react'
import { waitlistCopy as copy } from '@/copy/waitlist'
import { Kolam } from '@/ui/Kolam'

interface DoneProps {
  what: string
  more: string
  close: () => void
}

/** It is done: said aloud, with a way out under the finger. */
export function Done({ what, more, close }: DoneProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="dialog-done">
      <Kolam seed="tala-10" size={5} draw strokeWidth={0.07} className="dialog-art" />
      <div role="alert">
        <p className="dialog-thanks">{what}</p>
        <p>{more}</p>
      </div>
      <button ref={button} type="button" className="button" onClick={close}>
        {copy.close}
      </button>
    </div>
  )
}
