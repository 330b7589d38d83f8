import { registerCatalogue } from '@/lib/i18n'

/** Texts of sign-in and sign-out. */
export const sessionCopy = registerCatalogue('session', {
  loginFailed: 'An error occurred during login',
  cancelled: 'You didn’t finish signing in. Nothing has changed.',
  expired: 'This sign-in has expired or was already used. Please sign in again.',
  failedHint: 'Please try again. If it happens again, email support.',
  tryAgain: 'Try again',
  backToHome: 'Back to Home',
  link: {
    title: 'Confirm your email',
    lead: (email: string) =>
      `You already have an account with ${email}. To sign in this way too, confirm that the address is yours.`,
    send: 'Email me a code',
    sent: (email: string) => `We sent a 6-digit code to ${email}. It expires in 10 minutes.`,
    code: '6-digit code',
    confirm: 'Confirm',
    sendAgain: 'Send a new code',
    otherWay: 'Sign in another way',
  },
  exists: {
    title: 'Sign in the way you did before',
    otherWay: 'Sign in another way',
  },
})
