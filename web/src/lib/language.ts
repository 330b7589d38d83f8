import { isHindi, type Language } from './i18n'

/** `/terms`, or `/hi/terms` on a Hindi page. */
export const localPath = (path: string): string => (isHindi() ? `/hi${path}` : path)

/** The other language, its own name, and the prefix of its public pages. */
export const otherLanguage = {
  get code(): Language {
    return isHindi() ? 'en' : 'hi'
  },
  get name() {
    return isHindi() ? 'English' : 'हिन्दी'
  },
  get prefix() {
    return isHindi() ? '' : '/hi'
  },
}
