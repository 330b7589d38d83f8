import type { TranslateCatalogue } from '@/lib/i18n'
import { createTranslation } from './createTranslation'
import { frame } from './frame'
import { labels } from './labels'
import { site } from './siteTexts'
import { waitlist } from './waitlist'

/** All Hindi texts of the public pages. */
export const siteHindi = { site, frame, waitlist, labels }

/** Translates the public pages to Hindi. */
export function loadHindiForSite(setTranslation: (translation: TranslateCatalogue) => void): void {
  setTranslation(createTranslation(siteHindi))
}
