import { registerCatalogue } from '@/lib/i18n'

/** Texts of onboarding. SPEC's texts are word for word. */
export const onboardingCopy = registerCatalogue('onboarding', {
  pageTitle: 'Welcome',
  welcome: (firstName: string) => (firstName ? `Namaste, ${firstName}` : 'Namaste'),
  question: 'Are you here to learn or to teach?',
  loginFailed: 'An error occurred during login',
  logout: 'Logout',
  suspended: {
    title: 'Your account is suspended',
    text: 'You can’t use your account at the moment. Write to us to find out why or to have it restored.',
    reason: (reason: string) => `Reason: ${reason}`,
    write: (email: string) => `Write to ${email}`,
  },

  student: {
    card: 'Continue as Student',
    cardText: 'You have an invite code from a dance teacher and want to take live classes.',
    title: 'Complete Your Profile',
    lead: 'Two quick questions, then you can book.',
    name: 'Name',
    nameHint: 'Your teacher sees this name.',
    nameRequired: 'Please enter your name',
    location: 'Location',
    locationHint: (currency: string) => `You’ll pay in ${currency}. You can’t change this later.`,
    ownZone: (city: string, currency: string) =>
      `Your device is set to ${city} time. Pay in ${currency} instead?`,
    choosePlace: (place: string) => `Choose ${place}`,
    code: 'Teacher Invite Code',
    codeExample: 'TCH-ABC-1234',
    codeHint: 'Your teacher sends it to you. It looks like TCH-ABC-1234.',
    codeChecking: 'Looking up this code…',
    codeUnknown: 'We couldn’t find this code. Please check it with your teacher.',
    codeMissing: 'Please enter your teacher’s invite code',
    teacherFound: 'Your teacher',
    promotionTitle: 'New-student promotion',
    promotion: 'Students who join with a teacher’s code pay no platform fee for their first 60 days.',
    feesTitle: 'Platform fee',
    feesOpen: 'See the platform fee after that',
    feesLead: 'Part of each payment keeps the platform running. The more you dance, the smaller it gets.',
    feeColumn: 'Fee',
    classesColumn: 'Classes taken so far',
    continue: 'Continue',
    back: 'Back',
    success: 'Successfully registered as a student!',
    failed: 'Onboarding failed',
    unexpected: 'An unexpected error occurred',
  },

  feeTiers: [
    { classes: 'First 60 days', fee: '0%' },
    { classes: '1-20', fee: '10%' },
    { classes: '21-100', fee: '8%' },
    { classes: '101-250', fee: '6.5%' },
    { classes: 'Over 250', fee: '5%' },
  ],

  teacher: {
    card: 'Continue as Teacher',
    cardText: 'You teach dance and want your own students in one place.',
  },
})
