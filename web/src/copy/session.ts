import { registerCatalogue } from '@/lib/i18n'

/** Texts of sign-in and sign-out. */
export const sessionCopy = registerCatalogue('session', {
  loginFailed: 'An error occurred during login',
  cancelled: 'You did not finish signing in. Nothing has been changed.',
  expired: 'This sign-in link has expired, or was used before. Please sign in again.',
  failedHint: 'Please try again. If it happens again, write to our support.',
  tryAgain: 'Try again',
  backToHome: 'Back to Home',
})
