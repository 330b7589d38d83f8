import { LANGUAGE_KEY } from '@/lib/display'
import { otherLanguage } from '@/lib/language'

/**
 * Stores the other language, which becomes that of the account, and reloads the page, because
 * catalogues are loaded before the app renders.
 */
export function switchLanguage(): void {
  localStorage.setItem(LANGUAGE_KEY, otherLanguage.code)
  window.location.reload()
}
