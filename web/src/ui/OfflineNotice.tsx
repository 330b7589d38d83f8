import { useSyncExternalStore } from 'react'
import { uiCopy } from '@/copy/ui'
import classes from './OfflineNotice.module.css'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Shows a notice while the browser is offline. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" aria-live="polite">
      {!online && <p className={classes.notice}>{uiCopy.offline}</p>}
    </div>
  )
}
