import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of onboarding about who will learn: the person who signs in, or their child (ADR 14). */
export const learnerFormCopy = defineTexts({
  who: {
    label: msg`Who will learn?`,
    missing: msg`Please choose who will learn.`,
    me: msg`Me`,
    meHint: msg`I take the classes myself.`,
    child: msg`My child`,
    childHint: msg`I book the classes and pay for them.`,
  },
  birthDate: msg`Your date of birth`,

  child: {
    ownName: msg`Your name`,
    name: msg`The child’s name`,
    nameHint: msg`The teacher sees this name.`,
    nameMissing: msg`Please enter the child’s name.`,
    alreadyAdded: msg`This child is in your account already.`,
    birthDate: msg`The child’s date of birth`,
    declaration: (learner: string) =>
      learner
        ? t`I’m 18 or older and ${learner}’s parent or legal guardian.`
        : t`I’m 18 or older and the child’s parent or legal guardian.`,
    declarationMissing: msg`Please confirm this first.`,
    outdatedTerms: msg`Our terms have just changed. Please reload the page to read them.`,
    underage: msg`This account belongs to someone under 18. Only an adult can add a child.`,
    failed: msg`We couldn’t add the child. Please try again.`,
  },

  /** The form for a further child, or for a child of a student or teacher. */
  addChild: {
    title: msg`Add a child`,
    lead: msg`You book and pay for the classes with your own account.`,
    submit: msg`Add the child`,
  },

  /** Instead of the form, for a person under 18. */
  underage: {
    title: msg`Ask a parent or guardian to sign up`,
    text: msg`Students under 18 learn with the account of a parent or guardian.`,
    sendLink: msg`Send them this invitation link.`,
    sendCode: msg`Send them your teacher’s invite code.`,
    signUp: msg`They create their own account.`,
    choose: msg`They choose “My child” and enter your name and date of birth.`,
    isParent: msg`Are you the parent or guardian? Then choose “My child” above.`,
    copy: msg`Copy link`,
    copied: msg`Link copied`,
    copyFailed: msg`Your browser blocked copying. Select the link and copy it.`,
    whatsapp: msg`Share on WhatsApp`,
    message: (link: string) =>
      t`I’d like to take live dance classes. Please sign up with this link and choose “My child”: ${link}`,
  },
})
