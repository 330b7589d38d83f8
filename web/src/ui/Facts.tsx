import type { ReactNode } from 'react'
import classes from './Facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** A quieter second line, such as the teacher's clock. */
  note?: ReactNode
  /** Takes the whole width of a phone, below its name. */
  long?: boolean
}

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, note, long }) => (
        <div key={label} data-long={long || undefined}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
