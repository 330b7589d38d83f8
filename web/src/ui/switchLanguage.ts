import { languageCopy } from '@/copy/language'

/** Local storage key of the language, `en` or `hi`. The script in the pages' heads reads it too. */
const LANGUAGE_KEY = 'language'

/** Stores the other language and reloads the page: catalogues are translated before the app renders. */
export function switchLanguage(): void {
  localStorage.setItem(LANGUAGE_KEY, languageCopy.other.code)
  window.location.reload()
}
