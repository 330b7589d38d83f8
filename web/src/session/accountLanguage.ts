/**
 * The language of the account on this device. A language that was chosen here after the last
 * sign-in is sent with the next one; otherwise the device takes the account's.
 */
import type { LoginReply } from '@/api/types'
import { LANGUAGE_KEY } from '@/lib/display'
import type { Language } from '@/lib/i18n'

const SYNCED_KEY = 'language.account'

/** The language to send: chosen on this device and not stored with the account yet. */
export function languageToSend(): { language?: Language } {
  const chosen = localStorage.getItem(LANGUAGE_KEY)
  if ((chosen !== 'en' && chosen !== 'hi') || chosen === localStorage.getItem(SYNCED_KEY)) return {}
  return { language: chosen }
}

/**
 * Stores the account's language on this device. Returns whether the page has to be loaded again,
 * because it is in another language. Teachers' pages are in English.
 */
export function adoptLanguage({ display, role }: Pick<LoginReply, 'display' | 'role'>): boolean {
  const { language } = display
  if (!language) {
    // The choice on this device may be of another account's user; the next page sends it.
    localStorage.removeItem(SYNCED_KEY)
    return false
  }
  if (!store(language)) return false
  return role !== 'teacher' && document.documentElement.lang !== language
}

/** Returns whether the language is new on this device. */
function store(language: Language): boolean {
  try {
    localStorage.setItem(SYNCED_KEY, language)
    if (localStorage.getItem(LANGUAGE_KEY) === language) return false
    localStorage.setItem(LANGUAGE_KEY, language)
    return true
  } catch {
    // If storage is full, the page would be loaded again without end.
    return false
  }
}
