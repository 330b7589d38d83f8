import 'temporal-polyfill/global'

// Tests of rules say `@vitest-environment node`: they need no page, and are spared half a second each for making one.
if (typeof document !== 'undefined') await import('./page')
