import { registerCatalogue } from '@/lib/i18n'

/** Texts of the account section: data export and account deletion (D35). */
export const accountCopy = registerCatalogue('account', {
  title: 'My Account',
  lead: 'Your details, your calendar and your data.',
  /** Opens the account dialog on pages without a side menu. */
  open: 'Your data and your account',
  profile: {
    title: 'Your profile',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    currency: 'Currency',
    zone: 'Time zone',
    zoneHint: 'From this device',
    language: 'Language',
    none: 'Not given',
  },
  export: {
    title: 'Download my data',
    hint: 'Your profile, classes, credits, payments and messages in one JSON file, which text editors and other programs can read.',
    button: 'Download my data',
    done: 'Your data is downloaded.',
    failed: 'We couldn’t download your data. Please try again.',
  },
  delete: {
    title: 'Delete my account',
    hint: 'You can’t undo this, and we can’t restore your account.',
    happens: [
      'Your name, addresses, profile and messages are deleted.',
      'We keep payment records that the law requires, without your name.',
      'Gifted credits are lost.',
      'Your sign-in with us is deleted too. If you sign in with another provider, your account there stays.',
    ],
    whileOpen:
      'You can delete your account once you have no upcoming classes, unfinished payments or unused paid credits.',
    email: 'Your email address',
    emailHint: (email: string) => `Type ${email} to confirm.`,
    emailWrong: 'This isn’t the email address of your account.',
    /** For users whose address the server does not know. */
    sure: 'Yes, delete my account for good',
    sureMissing: 'Please tick this first.',
    button: 'Delete my account',
    refused: 'You can’t delete your account yet',
    refusedHint: 'Nothing has changed. Once this is done, you can delete your account here.',
    failed: 'We couldn’t delete your account. Please try again.',
  },
} as const)
