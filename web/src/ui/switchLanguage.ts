import { languageCopy } from '@/copy/language'

/** Where the language is kept in local storage, as `en` or `hi`. The script in the pages' heads reads it too. */
const LANGUAGE_KEY = 'language'

/** Keeps the other language, and loads the page again in it: texts are chosen before the app's code runs. */
export function switchLanguage(): void {
  localStorage.setItem(LANGUAGE_KEY, languageCopy.code)
  window.location.reload()
}
