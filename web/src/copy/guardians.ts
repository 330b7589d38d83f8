import { msg, plural, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the children under My Account. */
export const childrenCopy = defineTexts({
  title: msg`Your children`,
  addFirst: msg`Add a child to book classes for them`,
  add: msg`Add a child`,
  loading: msg`Loading your children`,
  loadFailed: msg`We couldn’t load your children.`,
  age: (years: number) => plural(years, { one: '# year old', other: '# years old' }),
  born: (date: string) => t`born ${date}`,
  teacher: (name: string) => t`Learns with ${name}`,
  download: {
    button: msg`Download data`,
    label: (name: string) => t`Download data about ${name}`,
    done: (name: string) => t`The data about ${name} is downloaded.`,
    failed: msg`We couldn’t download the data. Please try again.`,
  },
  remove: {
    button: msg`Remove`,
    label: (name: string) => t`Remove ${name}`,
    title: (name: string) => t`Remove ${name}?`,
    hint: msg`If the child has another parent or guardian, the child stays in their account. Otherwise the child’s data is deleted, and you can’t undo this.`,
    happens: [
      msg`The child’s name, date of birth, profile and messages are deleted.`,
      msg`We keep payment records that the law requires, without the child’s name.`,
      msg`Gifted credits are lost.`,
    ],
    whileOpen: msg`Data can be deleted once the child has no upcoming classes, unfinished payments or unused paid credits.`,
    name: msg`The child’s name`,
    nameHint: (name: string) => t`Type ${name} to confirm.`,
    nameWrong: msg`This isn’t the child’s name as shown above.`,
    confirm: msg`Remove the child`,
    keep: msg`Keep the child`,
    refused: msg`You can’t remove this child yet`,
    stillOpen: (items: string) => t`There is still something open: ${items}.`,
    refusedHint: msg`Cancel the booked classes and use the credits first. To give up the credits, contact support.`,
    failed: msg`We couldn’t remove the child. Please try again.`,
    done: (name: string) => t`${name} is removed from your account.`,
  },
})

/** Texts of guardians and their invitations. */
export const guardiansCopy = defineTexts({
  title: msg`Parents and guardians`,
  loading: msg`Loading parents and guardians`,
  loadFailed: msg`We couldn’t load the parents and guardians.`,
  you: (name: string) => t`${name} (you)`,
  invited: (sent: string, expires: string) =>
    t`Invited on ${sent}. The invitation is valid until ${expires}.`,
  withdraw: {
    button: msg`Withdraw`,
    label: (email: string) => t`Withdraw the invitation to ${email}`,
    done: msg`The invitation is withdrawn.`,
    failed: msg`We couldn’t withdraw the invitation. Please try again.`,
  },
  invite: {
    open: msg`Invite another parent or guardian`,
    label: (name: string) => t`Invite another parent or guardian for ${name}`,
    rights: (name: string) =>
      t`Both parents or guardians have equal rights: they see and book everything for ${name}, and they get all emails.`,
    email: msg`Email of the other parent or guardian`,
    emailMissing: msg`Please enter an email address.`,
    emailInvalid: msg`Please enter the email address of another adult.`,
    send: msg`Send invitation`,
    cancel: msg`Cancel`,
    sent: (email: string) => t`We’ve emailed an invitation to ${email}.`,
    failed: msg`We couldn’t send the invitation. Please try again.`,
  },
  /** For a student under 18 with an account of their own. */
  own: {
    title: msg`Your parents and guardians`,
    lead: msg`They see, book and cancel your classes, pay for them, and get the emails about them.`,
    email: msg`Email of your parent or guardian`,
    invite: msg`Invite a parent or guardian`,
    rights: msg`They see, book and cancel your classes, and they get all emails about them.`,
  },
  /** For a student under 18 without a guardian. */
  needed: {
    title: msg`Add a parent or guardian to book classes`,
    lead: msg`Students under 18 need a parent or guardian. Until one is added, you can see times and cancel classes, but not book.`,
    waiting: (email: string) => t`We’ve emailed ${email}. You can book once they have accepted.`,
    check: msg`Check again`,
    notYet: msg`The invitation has not been accepted yet.`,
    checkFailed: msg`We couldn’t check this. Please try again.`,
    added: msg`Your parent or guardian has been added. You can book classes now.`,
    /** In the booking dialog. */
    link: msg`Add a parent or guardian`,
  },
})

/** Texts of the question about the age of present students. */
export const ageQuestionCopy = defineTexts({
  title: msg`When were you born?`,
  lead: msg`We ask every student, because classes for children need the consent of a parent or guardian.`,
  dateNeeded: msg`For this age range, we need your date of birth.`,
  later: msg`Ask me later`,
  save: msg`Save`,
  saved: msg`Your answer is saved.`,
  failed: msg`We couldn’t save your answer. Please try again.`,
})

/** Texts of the page on which an invitation to become a guardian is accepted, `/guardian`. */
export const guardianPageCopy = defineTexts({
  tab: msg`Your invitation`,
  loading: msg`Loading the invitation`,
  loadFailed: msg`We couldn’t load the invitation.`,
  signedOut: {
    title: msg`You’ve been invited as a parent or guardian`,
    lead: msg`Sign in or create an account with the email address that received the invitation. You’ll then see who invited you, and for which child.`,
    signIn: msg`Sign in`,
    signUp: msg`Create an account`,
    failed: msg`Sign-in is not available at the moment. Please try again.`,
  },
  title: (learner: string) => t`Become a guardian for ${learner}`,
  lead: (sender: string, learner: string) =>
    t`${sender} invites you to be a parent or guardian for ${learner}, who takes live dance classes.`,
  leadOfLearner: (learner: string) =>
    t`${learner} takes live dance classes and asks you to be their parent or guardian.`,
  rights: (learner: string) =>
    t`You can then see, book and cancel classes for ${learner}, pay for them, and you get all emails about them.`,
  expires: (date: string) => t`The invitation is valid until ${date}.`,
  account: (email: string) => t`You’re signed in as ${email}.`,
  declaration: (learner: string) => t`I’m 18 or older and ${learner}’s parent or legal guardian.`,
  declarationMissing: msg`Please confirm this first.`,
  outdatedTerms: msg`Our terms have just changed. Please reload the page to read them.`,
  accept: msg`Accept`,
  acceptFailed: msg`We couldn’t save this. Please try again.`,
  invalid: {
    title: msg`This invitation can’t be used`,
    text: msg`It has expired, was withdrawn or was already used. Ask for a new one.`,
    home: msg`Go to your start page`,
  },
  otherAddress: {
    title: msg`This invitation is for another address`,
    text: msg`Log out, then sign in with the email address that received the invitation.`,
    signOut: msg`Log out`,
    signOutFailed: msg`We couldn’t log you out. Please try again.`,
  },
  underage: {
    title: msg`This account can’t accept the invitation`,
    text: msg`It belongs to someone under 18. Only an adult can be a parent or guardian.`,
  },
  unknownAccount: {
    title: msg`We couldn’t open your account`,
    hint: msg`Afterwards, open the link in the email again.`,
    continue: msg`Continue`,
  },
})
