import { languageCopy } from '@/copy/language'
import { LANGUAGE_KEY } from '@/lib/display'

/** Stores the other language, which becomes that of the account, and reloads the page: catalogues are translated before the app renders. */
export function switchLanguage(): void {
  localStorage.setItem(LANGUAGE_KEY, languageCopy.other.code)
  window.location.reload()
}
