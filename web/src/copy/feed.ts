import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the private calendar feed (D32). */
export const feedCopy = defineTexts({
  title: msg`Your private calendar feed`,
  hint: msg`Your classes appear in your calendar and stay up to date. Anyone with this link can see your classes, so keep it private.`,
  /** For a learner of the account. */
  titleFor: (name: string) => t`Private calendar feed for ${name}`,
  hintFor: (name: string) =>
    t`The classes of ${name} appear in your calendar and stay up to date. Anyone with this link can see them, so keep it private.`,
  none: msg`You have no calendar link yet.`,
  create: msg`Create a calendar link`,
  renew: msg`Create a new link`,
  renewHint: msg`If you create a new link or turn the feed off, the current link stops working.`,
  end: msg`Turn the feed off`,
  addToGoogle: msg`Add to Google Calendar`,
  addToApple: msg`Add to Apple Calendar`,
  addToOutlook: msg`Add to Outlook`,
  address: msg`Calendar link`,
  copy: msg`Copy link`,
  copied: msg`Calendar link copied`,
  copyFailed: msg`Your browser blocked copying the link`,
  renewed: msg`Your new calendar link is ready. The old one no longer works.`,
  created: msg`Your calendar link is ready.`,
  ended: msg`The feed is off.`,
  failed: msg`We couldn’t change this. Please try again.`,
  loading: msg`Loading your calendar link`,
  loadFailed: msg`We couldn’t load your calendar link.`,
})
