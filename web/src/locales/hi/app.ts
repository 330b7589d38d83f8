import { setLanguage } from '@/lib/i18n'
import { messages } from './app.po'
import { hindiDateNames } from './dateNames'
import styles from './hindi.css?url'

/** Sets the language of the app to Hindi and loads the styles for Devanagari. */
export async function loadHindiForApp(): Promise<void> {
  setLanguage('hi', messages, hindiDateNames)
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  // As in the preload, which is not used otherwise.
  link.crossOrigin = 'anonymous'
  link.href = styles
  await new Promise((done) => {
    link.onload = link.onerror = done
    document.head.append(link)
  })
}
