import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of onboarding. SPEC's texts are word for word. */
export const onboardingCopy = defineTexts({
  pageTitle: msg`Welcome`,
  welcome: (firstName: string) => (firstName ? t`Namaste, ${firstName}` : t`Namaste`),
  question: msg`Are you here to learn or to teach?`,
  loginFailed: msg`An error occurred during login`,
  logout: msg`Logout`,
  suspended: {
    title: msg`Your account is suspended`,
    text: msg`You can’t use your account at the moment. Write to us to find out why or to have it restored.`,
    reason: (reason: string) => t`Reason: ${reason}`,
    write: (email: string) => t`Write to ${email}`,
  },

  student: {
    card: msg`Continue as Student`,
    cardText: msg`You have an invite code from a dance teacher and want to take live classes.`,
    title: msg`Complete Your Profile`,
    lead: msg`A few questions, then you can book.`,
    name: msg`Name`,
    nameHint: msg`Your teacher sees this name.`,
    nameRequired: msg`Please enter your name`,
    location: msg`Location`,
    locationHint: (currency: string) => t`You’ll pay in ${currency}. To change it later, contact us.`,
    ownZone: (city: string, currency: string) =>
      t`Your device is set to ${city} time. Pay in ${currency} instead?`,
    choosePlace: (place: string) => t`Choose ${place}`,
    code: msg`Teacher Invite Code`,
    codeExample: msg`TCH-ABC-1234`,
    codeHint: msg`Your teacher sends it to you. It looks like TCH-ABC-1234.`,
    codeChecking: msg`Looking up this code…`,
    codeUnknown: msg`We couldn’t find this code. Please check it with your teacher.`,
    codeMissing: msg`Please enter your teacher’s invite code`,
    teacherFound: msg`Your teacher`,
    teacherZone: (city: string) => t`${city} time`,
    chosenTime: (dayAndTime: string) => t`You chose ${dayAndTime}. You’ll book it in the next step.`,
    promotionTitle: msg`New-student promotion`,
    promotion: msg`Students who join with a teacher’s code pay no platform fee for their first 60 days.`,
    feesTitle: msg`Platform fee`,
    feesOpen: msg`See the platform fee after that`,
    feesLead: msg`Part of each payment keeps the platform running. The more you dance, the smaller it gets.`,
    feeColumn: msg`Fee`,
    classesColumn: msg`Classes taken so far`,
    continue: msg`Continue`,
    back: msg`Back`,
    success: msg`Successfully registered as a student!`,
    failed: msg`Onboarding failed`,
    unexpected: msg`An unexpected error occurred`,
  },

  feeTiers: [
    { classes: msg`First 60 days`, fee: '0%' },
    { classes: '1-20', fee: '10%' },
    { classes: '21-100', fee: '8%' },
    { classes: '101-250', fee: '6.5%' },
    { classes: msg`Over 250`, fee: '5%' },
  ],

  teacher: {
    card: msg`Continue as Teacher`,
    cardText: msg`You teach dance and want your own students in one place.`,
  },
})
