import { registerCatalogue } from '@/lib/i18n'

/** Languages that a teacher can teach in, by their names in the API. */
const LANGUAGES: Record<string, string> = {}

/** Texts of the invite page of a teacher, `/t/{code}`. */
export const inviteCopy = registerCatalogue('invite', {
  title: (name: string, styles: string) => `${name} invites you to learn ${styles}`,
  description: (name: string, product: string) =>
    `Live one-hour dance classes by video with ${name} on ${product}. See the next open times and the price, and accept the invitation.`,
  eyebrow: 'Your invitation',
  heading: (name: string, styles: string) => `${name} invites you to learn ${styles}`,
  accept: 'Accept the invitation',
  acceptHint: 'Joining is free. You pay only for the classes you book.',
  signedIn: 'Continue',
  unavailable: 'Sign-in is not available at the moment. Please try again.',
  withoutScripts: (email: string) =>
    `Signing up needs JavaScript, which is off in your browser. You can also write to ${email}.`,
  code: 'Invite code',
  facts: {
    title: 'About the teacher',
    guru: 'Guru',
    years: 'Teaching for',
    yearsValue: (years: string) => `${years} years`,
    ages: 'Students',
    languages: 'Teaches in',
    education: 'Training',
    highlights: 'Highlights',
    video: 'Watch a performance',
    videoHint: 'Opens the video’s own site in a new tab.',
  },
  times: {
    title: 'Next open times',
    zone: (city: string) => `Times in ${city}`,
    none: 'No open times at the moment. New times appear here.',
  },
  price: {
    title: 'One class',
    included: 'for one hour, all fees included',
    other: (amount: string) => `or ${amount}`,
    waived: (percent: string) =>
      `No platform fee for your first two months; after that, ${percent}% is added. Packages of 4 or 8 classes too.`,
  },
  steps: {
    title: 'What happens next',
    list: [
      {
        title: 'Create your account',
        text: 'Sign up with your email address. Your invite code is already filled in.',
      },
      {
        title: 'Book your first class',
        text: 'Pick an open time and pay by card or UPI. You can cancel free of charge up to 24 hours before.',
      },
      {
        title: 'Dance',
        text: 'We email you the video link and a calendar invitation. Join from any phone, tablet or laptop.',
      },
    ],
  },
  /** Words with which the server fills the page. */
  words: { and: ' and ', languages: LANGUAGES },
})
