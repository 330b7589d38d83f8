import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Dialog.module.css'

/** First paragraph of a dialog's new stage; takes focus when it appears. */
export function FocusedLead({ children }: { children: ReactNode }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useEffect(() => paragraph.current?.focus(), [])
  return (
    <p ref={paragraph} tabIndex={-1} data-autofocus className={classes.lead}>
      {children}
    </p>
  )
}
