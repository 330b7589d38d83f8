import type { Lay } from '@/lib/language'
import { frame } from './frame'
import { layOver } from './lay'
import { site } from './siteTexts'
import { waitlist } from './waitlist'
import { words } from './words'

/** Everything that the public pages say in Hindi. */
export const siteHindi = { site, frame, waitlist, words }

/** Makes the public pages speak Hindi. */
export function speak(translate: (over: Lay) => void): void {
  translate(layOver(siteHindi))
}
