import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const copy = (...names: string[]) => names.map((name) => `src/copy/${name}.ts`)

/** Texts of the public pages, without names that the app shows too. */
const SITE = copy('site', 'frame', 'inviteCode', 'waitlist')
/** Texts of pages and sections that are rendered at build time and load no script. */
const STATIC = copy('invite', 'legal', 'notices', 'siteSections')

/** One catalogue for each group of pages, so that a public page loads no texts of the app. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi'],
  catalogs: [
    { path: 'src/locales/{locale}/site', include: [...SITE, ...copy('serverNames')] },
    { path: 'src/locales/{locale}/static', include: STATIC },
    {
      path: 'src/locales/{locale}/app',
      include: copy('*'),
      exclude: [...SITE, ...STATIC, 'src/copy/*.test.ts'],
    },
  ],
  // Without line numbers, so that a catalogue changes only with its texts.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
})
