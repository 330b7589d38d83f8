import { useLayoutEffect } from 'react'

/**
 * For pages that are in English only: a document that was opened in Hindi is loaded again, and its
 * address makes it English (`theme/theme-script.js`). Parts of the page such as dialogs, toasts and
 * the header would be in Hindi otherwise.
 */
export function useEnglishOnly(): void {
  useLayoutEffect(() => {
    if (document.documentElement.lang === 'hi') window.location.reload()
  }, [])
}
