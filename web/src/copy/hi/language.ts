import type { languageCopy } from '@/copy/language'
import type { Translated } from './translated'

export const language = {
  code: 'en',
  name: 'English',
  current: 'हिन्दी',
} satisfies Translated<typeof languageCopy>
