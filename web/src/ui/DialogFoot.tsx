import type { ReactNode } from 'react'
import classes from './DialogFoot.module.css'

/** The foot of a dialog: notices and buttons that stay visible while the content scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>
}

/** The buttons of a dialog, the primary one last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>
}
