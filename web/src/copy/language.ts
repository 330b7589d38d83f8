import { texts } from '@/lib/language'

/** The other language, by its own name. */
export const languageCopy = texts('language', {
  code: 'hi',
  name: 'हिन्दी',
})
