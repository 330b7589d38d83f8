import { setLanguage } from '@/lib/i18n'
import { messages } from './site.po'

/** Sets the language of the public pages to Hindi. */
export async function loadHindiForSite(): Promise<void> {
  // Only in development, sections without scripts are rendered in the browser.
  const sections = import.meta.env.DEV ? (await import('./static.po')).messages : {}
  setLanguage('hi', { ...messages, ...sections })
}
