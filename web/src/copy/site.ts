import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the parts of the landing page that have scripts. SPEC's texts are word for word. */
export const siteCopy = defineTexts({
  skip: msg`Skip to content`,
  nav: {
    label: msg`Main`,
    menu: msg`Menu`,
    waitlist: msg`No Invite code? Join waitlist`,
    teacher: msg`Teacher? Create Profile`,
    student: msg`Student? Use Invite Code`,
    login: msg`Login`,
    logout: msg`Logout`,
    continue: msg`Go to my classes`,
  },
  hero: {
    eyebrow: msg`By invitation · live · one hour`,
    title: msg`Learn Indian classical dance from a guru, wherever you are.`,
    text: msg`Bharatanatyam, Kathak, Odissi and more. Private, group and duet classes with teachers who have given their lives to the form.`,
    invited: (code: string) => t`You have an invitation: ${code}`,
    noCode: msg`No invite code yet?`,
    waitlist: msg`Join the waitlist`,
  },
  farewell: msg`Your account is deleted and you’re signed out.`,
  /** After a link to a page that needs sign-in. */
  signInFirst: msg`Sign in to see your classes.`,
  unavailable: msg`Sign-in is not available at the moment. Please try again.`,
  dialogUnavailable: msg`We couldn’t open the form. Please check your connection and try again.`,
})
