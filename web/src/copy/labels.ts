import { translationOf } from '@/lib/i18n'

/** `Private` in the language of the page. */
export function classTypeLabel(key: string): string {
  return translationOf(`classType.${key}`) ?? key
}

/** `Bharatanatyam` in the language of the page. */
export function danceStyleLabel(style: string): string {
  return translationOf(`danceStyle.${style}`) ?? style
}

/** `Tamil` in the language of the page. */
export function languageLabel(language: string): string {
  return translationOf(`language.${language}`) ?? language
}
