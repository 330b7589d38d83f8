import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of public pages with a single message. */
export const noticeCopy = defineTexts({
  notFound: {
    title: msg`We couldn’t find this page`,
    text: msg`It may have moved, or the address may be mistyped.`,
  },
  unknownInvitation: {
    title: msg`This invitation link isn’t working`,
    text: msg`Please check the link with your teacher. The code may be mistyped, or the teacher may not be taking students at the moment.`,
  },
  limited: {
    title: msg`Please wait before you try again`,
    text: msg`Too many invitations were opened from your internet connection, or too many codes that do not work.`,
    seconds: (count: string) => t`Open the link again in ${count} seconds.`,
    minutes: (count: string) => t`Open the link again in ${count} minutes.`,
    action: msg`Try again`,
  },
  offline: {
    title: msg`You’re offline`,
    text: msg`This page needs a connection. Your classes and credits are safe.`,
    action: msg`Try again`,
  },
  backToHome: msg`Back to Home`,
})
