import { isHindi } from '@/lib/i18n'
import { otherLanguage } from '@/lib/language'

/** Names of the two languages, each in the language itself. */
export const languageCopy = {
  get current() {
    return isHindi() ? 'हिन्दी' : 'English'
  },
  other: otherLanguage,
}
