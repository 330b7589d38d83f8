import { type ReactNode, useEffect, useRef } from 'react'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { Kolam } from '@/ui/Kolam'
import classes from './Checkout.module.css'

interface CheckoutPanelProps {
  title: string
  /** Varies the ornament. */
  seed: string
  /** Animates the ornament while something is in progress. */
  animated?: boolean
  children: ReactNode
  /** Buttons, the primary one last. */
  actions: ReactNode
}

/** One stage of the checkout. Its heading takes focus, because the element that had it is gone. */
export function CheckoutPanel({ title, seed, animated = false, children, actions }: CheckoutPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes.panel}>
      <Kolam seed={seed} size={5} animated={animated} className={classes.ornament} />
      <h3 ref={heading} tabIndex={-1} data-autofocus className={classes.heading}>
        {title}
      </h3>
      {children}
      <DialogFoot>
        <DialogButtons>{actions}</DialogButtons>
      </DialogFoot>
    </div>
  )
}
