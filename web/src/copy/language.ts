import { registerCatalogue } from '@/lib/i18n'

/** The other language and its own name. */
export const languageCopy = registerCatalogue('language', {
  code: 'hi',
  name: 'हिन्दी',
  current: 'English',
})
