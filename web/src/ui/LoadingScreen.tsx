import { shellCopy } from '@/copy/shell'
import { Kolam } from './Kolam'
import classes from './LoadingScreen.module.css'

/** Shown while the session or the code of a page is loading. */
export function LoadingScreen() {
  return (
    <div className={classes.screen} role="status">
      <Kolam seed="tala" size={5} animated className={classes.mark} />
      <p className={classes.words}>{shellCopy.loading}</p>
    </div>
  )
}
