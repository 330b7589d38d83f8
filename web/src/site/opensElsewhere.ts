import type { MouseEvent } from 'react'

/** Whether a click on a link opens a new tab or window, which the browser does. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey
