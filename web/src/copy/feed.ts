import { registerCatalogue } from '@/lib/i18n'

/** Texts of the private calendar feed (D32). */
export const feedCopy = registerCatalogue('feed', {
  title: 'Your private calendar feed',
  hint: 'Subscribe to this address in Google Calendar, Apple Calendar or Outlook, and your classes appear there by themselves. Who knows the address sees your classes: do not pass it on.',
  none: 'You have no feed address yet.',
  create: 'Create an address',
  renew: 'Make a new address',
  renewHint: 'With a new address, or with the feed turned off, the present address stops working.',
  end: 'Turn the feed off',
  address: 'Feed address',
  copy: 'Copy address',
  copied: 'Feed address copied',
  copyFailed: 'Your browser did not let us copy the address',
  renewed: 'You have a new feed address. The one before has ended.',
  created: 'Your feed address is ready.',
  ended: 'The feed is off.',
  failed: 'This could not be changed. Please try again.',
  loading: 'Loading your feed address',
  loadFailed: 'Your feed address could not be loaded.',
} as const)
