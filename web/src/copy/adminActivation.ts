/** Texts of the page on which a new administrator activates the account. */
export const adminActivationCopy = {
  title: 'Activate your account',
  lead: 'Set up your authenticator and choose a password.',
  loading: 'Checking your activation link',
  loadFailed: 'We couldn’t check your activation link.',
  invalid: 'This activation link has expired or was already used. Ask an owner for a new one.',
  signIn: 'Go to sign-in',
  account: { username: 'Username', role: 'Role' },

  authenticator: {
    title: 'Authenticator',
    scan: 'Scan this code with your authenticator app:',
    code: 'QR code for your authenticator app',
    onPhone: 'On the phone with your authenticator app:',
    open: 'Open authenticator app',
    elsewhere: 'Can’t scan it? Add an account in your authenticator app and enter this key:',
    copy: 'Copy key',
    copied: 'Key copied',
    copyFailed: 'We couldn’t copy the key. Select it and copy it yourself.',
  },

  form: {
    title: 'Password and code',
    password: 'Password',
    passwordHint: 'At least 12 characters. Try a few unrelated words.',
    repeat: 'Password again',
    show: 'Show or hide the password',
    code: 'Authenticator code',
    codeHint: 'The 6-digit code from your authenticator app',
    button: 'Activate account',
    done: 'Your account is active',
    signInNow: 'Your account is active. Sign in with your new password.',
    failed: 'We couldn’t activate your account. Please try again.',
    errors: { repeat: 'Passwords don’t match', code: 'Enter the code from your authenticator app' },
  },
}
