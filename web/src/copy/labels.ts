import { registerCatalogue } from '@/lib/i18n'

const CLASS_TYPES: Record<string, string> = { Private: 'Private', Group: 'Group', Duet: 'Duet' }
const STYLES: Record<string, string> = {}

/** Labels of the server's English names: class types and, where they differ, dance styles. */
export const labelsCopy = registerCatalogue('labels', {
  classTypes: CLASS_TYPES,
  styles: STYLES,
})

/** `Private` in the language of the page. */
export function classTypeLabel(key: string): string {
  return labelsCopy.classTypes[key] ?? key
}

/** `Bharatanatyam` in the language of the page. */
export function danceStyleLabel(style: string): string {
  return labelsCopy.styles[style] ?? style
}
