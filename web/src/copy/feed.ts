import { registerCatalogue } from '@/lib/i18n'

/** Texts of the private calendar feed (D32). */
export const feedCopy = registerCatalogue('feed', {
  title: 'Your private calendar feed',
  hint: 'Your classes appear in your calendar and stay up to date. Anyone with this link can see your classes, so keep it private.',
  none: 'You have no calendar link yet.',
  create: 'Create a calendar link',
  renew: 'Create a new link',
  renewHint: 'If you create a new link or turn the feed off, the current link stops working.',
  end: 'Turn the feed off',
  addToGoogle: 'Add to Google Calendar',
  addToApple: 'Add to Apple Calendar',
  addToOutlook: 'Add to Outlook',
  address: 'Calendar link',
  copy: 'Copy link',
  copied: 'Calendar link copied',
  copyFailed: 'Your browser blocked copying the link',
  renewed: 'Your new calendar link is ready. The old one no longer works.',
  created: 'Your calendar link is ready.',
  ended: 'The feed is off.',
  failed: 'We couldn’t change this. Please try again.',
  loading: 'Loading your calendar link',
  loadFailed: 'We couldn’t load your calendar link.',
} as const)
