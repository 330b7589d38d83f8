import type { ReactNode } from 'react'
import classes from './Account.module.css'
import { DeleteAccount } from './DeleteAccount'
import { ExportData } from './ExportData'

/** A user's account: data export and deletion (D35). Sections of the area come first, as children. */
export function AccountPanel({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.stack}>
      {children}
      <ExportData />
      <DeleteAccount />
    </div>
  )
}
