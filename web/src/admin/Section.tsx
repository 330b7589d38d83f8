import { type ReactNode, useId } from 'react'
import classes from './DataTable.module.css'

interface SectionProps {
  title: string
  /** Shown beside the heading, such as a link to the whole list. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of a detail page. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
