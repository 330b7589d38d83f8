import { registerCatalogue } from '@/lib/i18n'

/** Texts of the shared layout and UI components. */
export const uiCopy = registerCatalogue('ui', {
  loading: 'Loading...',
  skipToContent: 'Skip to content',
  retry: 'Try again',
  reference: (id: string) => `Reference: ${id}`,
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Menu',
  toDark: 'Switch to dark theme',
  toLight: 'Switch to light theme',
  home: (product: string) => `${product}, home`,
  close: 'Close',
  dismiss: 'Dismiss',
  offline: 'You’re offline. This page may be out of date. It refreshes when you’re back online.',
  stale: 'We couldn’t refresh this. It may be out of date.',
})
