import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the shared layout and UI components. */
export const uiCopy = defineTexts({
  loading: msg`Loading...`,
  skipToContent: msg`Skip to content`,
  retry: msg`Try again`,
  reference: (id: string) => t`Reference: ${id}`,
  openMenu: msg`Open menu`,
  closeMenu: msg`Close menu`,
  menu: msg`Menu`,
  toDark: msg`Switch to dark theme`,
  toLight: msg`Switch to light theme`,
  home: (product: string) => t`${product}, home`,
  close: msg`Close`,
  dismiss: msg`Dismiss`,
  offline: msg`You’re offline. This page may be out of date. It refreshes when you’re back online.`,
  stale: msg`We couldn’t refresh this. It may be out of date.`,
})
