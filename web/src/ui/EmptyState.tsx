import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'
import { Kolam } from './Kolam'

interface EmptyStateProps {
  title: string
  hint?: string
  action?: ReactNode
  /** Varies the ornament between lists. */
  seed?: string
}

/** An empty list: SPEC's sentence and what to do next. */
export function EmptyState({ title, hint, action, seed = title }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Kolam seed={seed} size={5} className={classes.ornament} />
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action}
    </div>
  )
}
