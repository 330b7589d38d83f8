import { texts } from '@/lib/language'

const CLASS_TYPES: Record<string, string> = { Private: 'Private', Group: 'Group', Duet: 'Duet' }
const STYLES: Record<string, string> = {}

/** Words for what the server names in English: kinds of classes and, where they are called otherwise, dance styles. */
export const wordsCopy = texts('words', {
  classTypes: CLASS_TYPES,
  styles: STYLES,
})

/** `Private` in the language of the page. */
export function classTypeWord(key: string): string {
  return wordsCopy.classTypes[key] ?? key
}

/** `Bharatanatyam` in the language of the page. */
export function styleWord(style: string): string {
  return wordsCopy.styles[style] ?? style
}
