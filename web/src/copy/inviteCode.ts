import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the dialog in which visitors enter their invite code. */
export const inviteCodeCopy = defineTexts({
  title: msg`Use your invite code`,
  lead: msg`Your teacher gave you a code such as TCH-ABC-1234. We check it before you create your account.`,
  label: msg`Teacher Invite Code`,
  continue: msg`Continue`,
  checking: msg`Checking the code…`,
  missing: msg`Please enter your teacher’s invite code`,
  incomplete: msg`Please enter the whole code. It looks like TCH-ABC-1234.`,
  unknown: msg`This code isn’t working. Check it with your teacher: it may be mistyped, or the teacher may not be taking students at the moment.`,
  tooMany: (minutes: number) => t`Too many codes were tried. Please try again in ${minutes} minutes.`,
  failed: msg`We couldn’t check the code. Please check your connection and try again.`,
  noCode: msg`No invite code yet?`,
  waitlist: msg`Join the waitlist`,
})
