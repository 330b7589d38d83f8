import { useEffect, useEffectEvent } from 'react'
import { openDialogEntry } from './dialogHistory'

/** The browser's Back closes the dialog instead of leaving the page. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (opened ? openDialogEntry(() => close()) : undefined), [opened])
}
