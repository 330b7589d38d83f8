import { type ReactNode, useId } from 'react'
import classes from './Sheet.module.css'

interface BlockProps {
  title: string
  /** Beside the heading, such as the way to all of them. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page about one thing. */
export function Block({ title, aside, children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.block}>
      <div className={classes.blockHead}>
        <h2 id={id} className={classes.blockTitle}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
