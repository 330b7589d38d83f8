import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Dialog.module.css'

/** The first words of a new stage of a dialog, which take the focus as they appear. */
export function FocusedLead({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <p ref={words} tabIndex={-1} data-autofocus className={classes.lead}>
      {children}
    </p>
  )
}
