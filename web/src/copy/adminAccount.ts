/** Texts of an administrator's own account. */
export const adminAccountCopy = {
  title: 'Your account',
  lead: 'Your access to the back office',
  who: 'You',
  username: 'Username',
  role: 'Role',
  roles: {
    owner: 'Owner: everything',
    support: 'Support: people, classes, credits, messages, applications, coupons',
    finance: 'Finance: orders, refunds, payouts, the ledger',
  },
  totp: 'Authenticator',
  totpOn: 'On: we ask for a code when you sign in',
  totpOff: 'Off',

  authenticator: {
    title: 'Your authenticator',
    /** Not the title, which a heading has already. */
    replace: 'Replace authenticator',
    setUp: 'Set up an authenticator',
    replaceHint:
      'For a new phone or app. Your current app stops working for Tala, and all other browsers are signed out.',
    setUpHint: 'We’ll ask for a code when you sign in. All other browsers are signed out.',
    password: 'Current password',
    show: 'Show or hide the password',
    code: 'Code of your current app',
    passwordMissing: 'Enter your current password',
    codeMissing: 'Enter the code',
    failed: 'We couldn’t replace your authenticator. Please try again.',
    newTitle: 'Your new authenticator',
    newHint:
      'Add it to your app now: we show it once, and your next sign-in needs its code. If you lose it, ask an owner for a new one.',
    close: 'I’ve added it',
  },

  sessions: {
    title: 'Where you are signed in',
    hint: 'Sessions end after 8 hours without activity, and 12 hours after sign-in.',
    loading: 'Loading your sessions',
    loadFailed: 'We couldn’t load your sessions.',
    columns: { browser: 'Browser', since: 'Signed in', seen: 'Last used', acts: 'Actions' },
    current: 'This browser',
    unknown: 'Unknown browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    end: 'Sign out',
    endOf: (browser: string) => `Sign out ${browser}`,
    ended: 'Browser signed out',
    endFailed: 'We couldn’t sign out that browser. Please try again.',
    dialog: {
      title: (browser: string) => `Sign out ${browser}?`,
      happens: 'That browser must sign in again. Pages already open stay readable, but no action works.',
      confirm: 'Sign out',
    },
    everywhere: 'Sign out everywhere',
    everywhereDialog: {
      title: 'Sign out everywhere?',
      happens: 'Signs out all browsers, including this one.',
      confirm: 'Sign out everywhere',
      done: 'Signed out everywhere',
      failed: 'We couldn’t sign you out. Please try again.',
    },
  },

  password: {
    title: 'Your password',
    hint: 'Changing it signs out all other browsers.',
    current: 'Current password',
    next: 'New password',
    nextHint: 'At least 12 characters. Try a few unrelated words.',
    repeat: 'New password again',
    show: 'Show or hide the password',
    save: 'Change password',
    done: 'Password changed. All other browsers are signed out.',
    failed: 'We couldn’t change your password. Please try again.',
    errors: {
      current: 'Enter your current password',
      short: 'Use at least 12 characters',
      long: 'Use at most 200 characters',
      same: 'Choose a password that differs from the current one',
      repeat: 'Passwords don’t match',
    },
  },
}
