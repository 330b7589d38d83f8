/** Sentences of signing in and out. */
export const sessionCopy = {
  loginFailed: 'An error occurred during login',
  cancelled: 'You did not finish signing in. Nothing has been changed.',
  failedHint: 'Please try again. If it happens again, write to our support.',
  tryAgain: 'Try again',
  backToHome: 'Back to Home',
}
