import { shellCopy } from '@/copy/shell'
import { Kolam } from './Kolam'
import classes from './LoadingScreen.module.css'

/** Shown while it is not yet known who is here, or while the code of a page is on its way. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <Kolam seed="tala" size={5} draw className={classes.mark} />
      <p className={classes.words}>{shellCopy.loading}</p>
    </div>
  )
}
