import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the account section: data export and account deletion (D35). */
export const accountCopy = defineTexts({
  title: msg`My Account`,
  lead: msg`Your details, your emails and your data.`,
  /** Opens the account dialog on pages without a side menu. */
  open: msg`Your data and your account`,
  export: {
    title: msg`Download my data`,
    hint: msg`Your profile, classes, credits, payments and messages in one JSON file, which text editors and other programs can read.`,
    button: msg`Download my data`,
    done: msg`Your data is downloaded.`,
    failed: msg`We couldn’t download your data. Please try again.`,
  },
  delete: {
    title: msg`Delete my account`,
    hint: msg`You can’t undo this, and we can’t restore your account.`,
    happens: [
      msg`Your name, addresses, profile and messages are deleted.`,
      msg`We keep payment records that the law requires, without your name.`,
      msg`Gifted credits are lost.`,
      msg`Your sign-in with us is deleted too. If you sign in with another provider, your account there stays.`,
    ],
    whileOpen: msg`You can delete your account once you have no upcoming classes, unfinished payments or unused paid credits.`,
    /** For guardians. */
    children: msg`Before that, remove each child who has no other parent or guardian, or invite another one.`,
    email: msg`Your email address`,
    emailHint: (email: string) => t`Type ${email} to confirm.`,
    emailWrong: msg`This isn’t the email address of your account.`,
    /** For users whose address the server does not know. */
    sure: msg`Yes, delete my account for good`,
    sureMissing: msg`Please tick this first.`,
    button: msg`Delete my account`,
    refused: msg`You can’t delete your account yet`,
    stillOpen: (items: string) => t`You still have ${items}.`,
    refusedHint: msg`Cancel your booked classes and use your credits first. To give up your credits, contact support.`,
    failed: msg`We couldn’t delete your account. Please try again.`,
  },
})
