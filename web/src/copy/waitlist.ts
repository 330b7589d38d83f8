import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the waitlist. Its title is the product's name; messages are from SPEC §5 and §8. */
export const waitlistCopy = defineTexts({
  lead: msg`Classes are by invitation. Tell us who you are, and we’ll email you when a place opens.`,
  role: msg`I want to`,
  roles: [
    { value: 'Teacher', label: msg({ context: 'waitlist.roles', message: 'Teach' }) },
    { value: 'Student', label: msg`Learn` },
  ],
  name: msg`Name`,
  email: msg`Email`,
  location: msg({ context: 'waitlist', message: 'Location' }),
  country: msg`Country`,
  danceStyle: msg`Dance style`,
  danceStyles: [
    'EDM',
    'Indian Classical Dance',
    'Ballet',
    'Hip-Hop',
    'Salsa',
    'Contemporary',
    'Jazz',
    'K-Pop',
    'Others',
  ],
  /** Labels of the styles above, in the same order; the server uses the values above. */
  danceStyleLabels: [
    msg`EDM`,
    msg`Indian Classical Dance`,
    msg`Ballet`,
    msg`Hip-Hop`,
    msg`Salsa`,
    msg`Contemporary`,
    msg`Jazz`,
    msg`K-Pop`,
    msg`Others`,
  ],
  honeypot: msg`Leave this empty`,
  submit: msg`Join waitlist`,
  submitting: msg`Sending…`,
  close: msg`Close`,
  missing: {
    name: msg`Please enter your name!`,
    email: msg`Please enter your email!`,
    emailInvalid: msg({ context: 'waitlist.missing', message: 'Please enter a valid email!' }),
    location: msg`Please enter your location!`,
    country: msg`Please enter your country!`,
  },
  privacy: msg`We’ll only use this to tell you when a place opens.`,
  privacyLink: msg`Privacy Policy`,
  done: msg`Thank you for joining the waitlist!`,
  doneText: (email: string) => t`We’ll email ${email} when a place opens.`,
  failed: msg`There was an error submitting the form. Please try again.`,
  leave: {
    lead: msg`Leave the waitlist? We won’t email you about a place any more.`,
    act: msg`Leave the waitlist`,
    stay: msg`Stay on the waitlist`,
    done: msg`You are no longer on the waitlist.`,
    doneText: msg`You can join again whenever you like.`,
    failed: msg`That did not work. Please try again.`,
  },
})
