import 'temporal-polyfill/global'
import { setLanguage } from '@/lib/i18n'

// Tests with `@vitest-environment node` need no DOM; without it each file starts half a second
// faster.
if (typeof document !== 'undefined') await import('./domSetup')

setLanguage('en')
