/** Texts of the list of administrators. */
export const adminAdminsCopy = {
  title: 'Administrators',
  lead: 'Who can sign in to the admin area, and what they can change.',
  add: 'Add administrator',
  loading: 'Loading administrators',
  loadFailed: 'We couldn’t load the administrators.',
  columns: {
    name: 'Username',
    role: 'Role',
    state: 'Status',
    totp: 'Authenticator',
    signedIn: 'Last sign-in',
    sessions: 'Signed in on',
    acts: 'Actions',
  },
  you: 'You',
  roles: { owner: 'Owner', support: 'Support', finance: 'Finance' },
  states: { active: 'Active', pending: 'Not activated', expired: 'Link expired', suspended: 'Disabled' },
  totpOn: 'On',
  totpOff: 'Off',
  never: 'Never',
  browsers: (count: number) => (count === 1 ? '1 browser' : `${count} browsers`),
  notSignedIn: 'Not signed in',

  form: {
    title: 'Add an administrator',
    happens:
      'You get an activation link to pass on. With it, the new administrator chooses a password and sets up an authenticator.',
    username: 'Username',
    usernameHint: '2 to 40 letters, digits, dots, hyphens and underscores',
    role: 'Role',
    roleHints: {
      owner: 'Changes everything, including money and administrators',
      support: 'Changes people, classes, credits, messages, applications and coupons',
      finance: 'Changes orders, refunds, payouts and the ledger',
    },
    roleNote: 'Every role can see everything.',
    confirm: 'Add administrator',
    failed: 'We couldn’t add this administrator. Please try again.',
    errors: { username: 'Enter a username', role: 'Choose a role' },
  },

  disable: {
    button: 'Disable',
    of: (name: string) => `Disable ${name}`,
    title: (name: string) => `Disable ${name}?`,
    happens: 'They are signed out everywhere and can’t sign in again until an owner enables the account.',
    done: 'Administrator disabled',
    failed: 'We couldn’t disable this administrator. Please try again.',
  },
  enable: {
    button: 'Enable',
    of: (name: string) => `Enable ${name}`,
    title: (name: string) => `Enable ${name}?`,
    happens: 'They can sign in again with their old password and authenticator.',
    done: 'Administrator enabled',
    failed: 'We couldn’t enable this administrator. Please try again.',
  },
  endSessions: {
    button: 'Sign out',
    of: (name: string) => `Sign out ${name}`,
    title: (name: string) => `Sign out ${name}?`,
    happens: 'All their browsers must sign in again.',
    done: 'Administrator signed out',
    failed: 'We couldn’t sign this administrator out. Please try again.',
  },
  resetAuthenticator: {
    button: 'New authenticator',
    of: (name: string) => `New authenticator for ${name}`,
    title: (name: string) => `New authenticator for ${name}?`,
    happens:
      'Their old authenticator stops working and they are signed out everywhere. You get a setup link to pass on.',
    done: 'New authenticator set up',
    failed: 'We couldn’t set up a new authenticator. Please try again.',
  },

  changeRole: {
    button: 'Change role',
    of: (name: string) => `Change role of ${name}`,
    title: (name: string) => `Change the role of ${name}?`,
    happens: 'The new role applies immediately. They are signed out everywhere and must sign in again.',
    done: 'Role changed',
    failed: 'We couldn’t change the role. Please try again.',
    same: 'Choose another role',
  },
  renewActivationLink: {
    button: 'New activation link',
    of: (name: string) => `New activation link for ${name}`,
    title: (name: string) => `New activation link for ${name}?`,
    happens: 'The previous link stops working. You get a new one to pass on.',
    done: 'Activation link created',
    failed: 'We couldn’t create a new activation link. Please try again.',
  },

  activationLink: {
    title: (name: string) => `Activation link for ${name}`,
    hint: (expires: string) =>
      `Send this link to the administrator securely. It works once and expires on ${expires}. We can’t show it again.`,
  },

  setupLink: {
    title: (name: string) => `Setup link for ${name}`,
    hint: 'Pass this link on in person or by a secure channel. Open it on the phone with the authenticator app. We can’t show it again.',
    copy: 'Copy link',
    copied: 'Link copied',
    copyFailed: 'We couldn’t copy the link. Select it and copy it yourself.',
    close: 'Done',
  },
}
