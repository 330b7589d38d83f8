import { registerCatalogue } from '@/lib/i18n'

/** Texts of onboarding. SPEC's texts are word for word. */
export const onboardingCopy = registerCatalogue('onboarding', {
  pageTitle: 'Welcome',
  welcome: (firstName: string) => (firstName ? `Namaste, ${firstName}` : 'Namaste'),
  question: 'How will you take part?',
  loginFailed: 'An error occurred during login',
  logout: 'Logout',

  student: {
    card: 'Continue as Student',
    cardText: 'You have an invite code from a dance teacher, and want to take live classes.',
    title: 'Complete Your Profile',
    lead: 'Two answers, and your teacher’s free hours are in front of you.',
    name: 'Name',
    nameHint: 'As your teacher should read it.',
    nameRequired: 'Please enter your name',
    location: 'Location',
    locationHint: (currency: string) =>
      `You will see and pay prices in ${currency}. This is settled when you join.`,
    ownZone: (city: string) => `This device is on ${city} time.`,
    choosePlace: (place: string) => `Choose ${place}`,
    code: 'Teacher Invite Code',
    codeExample: 'TCH-ABC-1234',
    codeHint: 'Your teacher sends it to you; it looks like TCH-ABC-1234.',
    codeChecking: 'Looking up this code…',
    codeUnknown: 'We do not know this code. Please check it with your teacher.',
    teacherFound: 'Your teacher',
    promotionTitle: 'New-student promotion',
    promotion: 'Students who join with a teacher’s code pay no platform fee for their first 60 days.',
    feesTitle: 'Platform fee',
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
    cardText: 'You teach dance, and want your own students in one place.',
  },
})
