import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Error pages by the kind of failure. */
export const failureCopy = defineTexts({
  forbidden: {
    title: msg`This page is not for your account`,
    text: msg`You’re signed in, but this belongs to another account.`,
  },
  missing: {
    title: msg`We couldn’t find this`,
    text: msg`It doesn’t exist, or it has been removed.`,
  },
  unreachable: {
    title: msg`We can’t reach the server`,
    text: msg`Please check your connection. Your classes and credits are safe.`,
  },
  outdated: {
    title: msg`A newer version is ready`,
    text: msg`Reload the page to get it.`,
  },
  broken: {
    title: msg`We couldn’t show this page`,
    text: msg`Something went wrong on our side. Your classes and credits are safe.`,
  },
  reference: (id: string) => t`Reference: ${id}`,
  reload: msg`Reload the page`,
  backToHome: msg`Back to Home`,
})
