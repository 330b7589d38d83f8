import { registerCatalogue } from '@/lib/i18n'

/** Texts of the account section: data export and account deletion (D35). */
export const accountCopy = registerCatalogue('account', {
  title: 'My Account',
  lead: 'What we know about you is yours.',
  /** Opens the account dialog on pages without a side menu. */
  open: 'Your data and your account',
  export: {
    title: 'Download my data',
    hint: 'One file with all that we know about you: your profile, classes, credits, payments and messages. It is a JSON file, which text editors and other programs can read.',
    button: 'Download my data',
    done: 'Your data is downloaded.',
    failed: 'Your data could not be read. Please try again.',
  },
  delete: {
    title: 'Delete my account',
    hint: 'This cannot be undone, and nobody here can bring the account back.',
    happens: [
      'Your name, addresses, profile and messages are deleted.',
      'Records of money that the law makes us keep stay, without your name.',
      'Free classes that you were given end.',
      'Your account with our own sign-in goes, too. If you sign in with another provider, your account there stays with them.',
    ],
    whileOpen:
      'It waits until nothing is open: classes ahead, payments, refunds, paid credits, and what you have earned by teaching.',
    email: 'Your e-mail address, typed again',
    emailHint: (email: string) => `Type ${email}, so that nobody leaves by mistake.`,
    emailWrong: 'This is not the e-mail address of your account.',
    /** For users whose address the server does not know. */
    sure: 'Yes, delete my account for good',
    sureMissing: 'Please tick this first.',
    button: 'Delete my account',
    refused: 'Something is still open',
    refusedHint: 'Nothing has been changed. Once this is settled, you can delete it here.',
    failed: 'Your account could not be deleted. Please try again.',
  },
} as const)
