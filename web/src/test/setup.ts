import 'temporal-polyfill/global'

// Tests with `@vitest-environment node` need no DOM; without it each file starts half a second
// faster.
if (typeof document !== 'undefined') await import('./domSetup')
