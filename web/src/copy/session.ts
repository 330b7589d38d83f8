import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of sign-in and sign-out. */
export const sessionCopy = defineTexts({
  loginFailed: msg`An error occurred during login`,
  cancelled: msg`You didn’t finish signing in. Nothing has changed.`,
  expired: msg`This sign-in has expired or was already used. Please sign in again.`,
  failedHint: msg`Please try again. If it happens again, email support.`,
  tryAgain: msg`Try again`,
  backToHome: msg`Back to Home`,
  link: {
    title: msg`Confirm your email`,
    lead: (email: string) =>
      t`You already have an account with ${email}. To sign in this way too, confirm that the address is yours.`,
    send: msg`Email me a code`,
    sent: (email: string) => t`We sent a 6-digit code to ${email}. It expires in 10 minutes.`,
    code: msg`6-digit code`,
    confirm: msg`Confirm`,
    sendAgain: msg`Send a new code`,
    otherWay: msg`Sign in another way`,
  },
  exists: {
    title: msg`Sign in the way you did before`,
    otherWay: msg`Sign in another way`,
  },
})
