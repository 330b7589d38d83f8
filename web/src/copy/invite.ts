import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the invite page of a teacher, `/t/{code}`. */
export const inviteCopy = defineTexts({
  title: (name: string, styles: string) => t`${name} invites you to learn ${styles}`,
  description: (name: string, product: string) =>
    t`Live one-hour dance classes by video with ${name} on ${product}. See the next open times and the price, and accept the invitation.`,
  eyebrow: msg`Your invitation`,
  heading: (name: string, styles: string) => t`${name} invites you to learn ${styles}`,
  accept: msg`Accept the invitation`,
  acceptHint: msg`Joining is free. You pay only for the classes you book.`,
  signedIn: msg`Continue`,
  unavailable: msg`Sign-in is not available at the moment. Please try again.`,
  busy: {
    seconds: (count: string) => t`Sign-in is busy right now. Please try again in ${count} seconds.`,
    minutes: (count: string) => t`Sign-in is busy right now. Please try again in ${count} minutes.`,
  },
  withoutScripts: (email: string) =>
    t`Signing up needs JavaScript, which is off in your browser. You can also write to ${email}.`,
  code: msg`Invite code`,
  facts: {
    title: msg`About the teacher`,
    guru: msg`Guru`,
    years: msg`Teaching for`,
    yearsValue: (years: string) => t`${years} years`,
    ages: msg`Students`,
    languages: msg`Teaches in`,
    education: msg`Training`,
    highlights: msg`Highlights`,
    video: msg`Watch a performance`,
    videoHint: msg`Opens the video’s own site in a new tab.`,
  },
  times: {
    title: msg`Next open times`,
    zone: (city: string) => t`Times in ${city}`,
    none: msg`No open times at the moment. New times appear here.`,
  },
  price: {
    title: msg`One-hour class`,
    included: msg`All fees included`,
    other: (amount: string) => t`or ${amount}`,
    waived: (percent: string) =>
      t`No platform fee for your first 60 days; after that, ${percent}% is added. You can also buy 4 or 8 classes at once.`,
  },
  steps: {
    title: msg`What happens next`,
    list: [
      {
        title: msg`Create your account`,
        text: msg`Sign up with your email address. Your invite code is already filled in.`,
      },
      {
        title: msg`Book your first class`,
        text: msg`Pick an open time and pay by card or UPI. You can cancel free of charge up to 24 hours before.`,
      },
      {
        title: msg`Dance`,
        text: msg`We email you the video link and a calendar invitation. Join from any phone, tablet or laptop.`,
      },
    ],
  },
  /** Words with which the server fills the page. */
  words: { and: msg` and ` },
})
