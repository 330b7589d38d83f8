import type { ReactNode } from 'react'
import classes from './Account.module.css'
import { DeleteAccount } from './DeleteAccount'
import { ExportData } from './ExportData'

/** A person's own account: the data to take along, and the way out (D35). What an area has besides stands above. */
export function AccountPanel({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.stack}>
      {children}
      <ExportData />
      <DeleteAccount />
    </div>
  )
}
