import { type ReactNode, useEffect, useRef } from 'react'
import { Kolam } from '@/ui/Kolam'
import classes from './Checkout.module.css'

interface PanelProps {
  title: string
  /** Varies the ornament. */
  seed: string
  /** The ornament draws itself: something is going on. */
  draw?: boolean
  children: ReactNode
  /** Buttons, the chosen one last. */
  actions: ReactNode
}

/** One stage of the checkout. It takes the focus as it appears: what had it before has gone. */
export function Panel({ title, seed, draw = false, children, actions }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.panel}>
      <Kolam seed={seed} size={5} draw={draw} className={classes.ornament} />
      <h3 ref={heading} tabIndex={-1} data-autofocus className={classes.heading}>
        {title}
      </h3>
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  )
}
