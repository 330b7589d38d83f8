import { isHindi, type Language } from './i18n'

/** `/terms`, or `/hi/terms` on a Hindi page. */
export const localPath = (path: string): string => (isHindi() ? `/hi${path}` : path)

/** The name of each language in the language itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' }

/** The other language, its own name, and the prefix of its public pages. */
export const otherLanguage = {
  get code(): Language {
    return isHindi() ? 'en' : 'hi'
  },
  get name() {
    return LANGUAGE_NAMES[this.code]
  },
  get prefix() {
    return isHindi() ? '' : '/hi'
  },
}
