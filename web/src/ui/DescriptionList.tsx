import type { ReactNode } from 'react'
import classes from './DescriptionList.module.css'

export interface DescriptionItem {
  label: string
  value: ReactNode
  /** A second line in quieter text, such as the teacher's local time. */
  note?: ReactNode
  /** Uses the full width on a phone, below its label. */
  fullWidth?: boolean
}

/** Labels and values, one pair per row. */
export function DescriptionList({ items }: { items: DescriptionItem[] }) {
  return (
    <dl className={classes.list}>
      {items.map(({ label, value, note, fullWidth }) => (
        <div key={label} data-long={fullWidth || undefined}>
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
