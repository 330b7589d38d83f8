import { registerCatalogue } from '@/lib/i18n'

/** Texts of the landing page. SPEC's texts are word for word. */
export const siteCopy = registerCatalogue('site', {
  title: (product: string) => `${product} · live dance classes by invitation`,
  description:
    'Live video classes in Indian classical dance, one teacher and one hour at a time. Join with your teacher’s invite code.',
  skip: 'Skip to content',
  nav: {
    label: 'Main',
    menu: 'Menu',
    waitlist: 'No Invite code? Join waitlist',
    teacher: 'Teacher? Create Profile',
    student: 'Student? Use Invite Code',
    login: 'Login',
    logout: 'Logout',
    continue: 'Go to my classes',
  },
  bannerLabel: 'Offer for teachers',
  bannerLead: 'Limited Time Offer:',
  banner:
    ' First 100 teachers get 3 months FREE access and 2 months commission-free payments for your students!',
  withoutScripts: (email: string) =>
    `Signing in and joining the waitlist need JavaScript, which is off in your browser. You can also write to ${email}.`,
  hero: {
    eyebrow: 'By invitation · live · one hour',
    title: 'Learn Indian classical dance from a guru, wherever you are.',
    text: 'Bharatanatyam, Kathak, Odissi and more. Private, group and duet classes with teachers who have given their lives to the form.',
    invited: (code: string) => `You have an invitation: ${code}`,
    noCode: 'No invite code yet?',
    waitlist: 'Join the waitlist',
  },
  steps: {
    title: 'How it works',
    choice: 'Show the steps for',
    audiences: { teachers: 'For Teachers', students: 'For Students' },
    teachers: [
      {
        title: 'Set your hours',
        text: 'Set your weekly hours once, in your time zone. Students book them as classes.',
      },
      {
        title: 'Share your invite code',
        text: 'Only people you invite find you. Your students join with your code and see nobody else.',
      },
      {
        title: 'Teach',
        text: 'We send each student a calendar invitation with your meeting link. You open the call and teach.',
      },
    ],
    students: [
      {
        title: 'Use your invite code',
        text: 'Your teacher sends you a code. It unlocks their calendar.',
      },
      {
        title: 'Choose a time',
        text: 'See every open time in your time zone, wherever your teacher is, and book it in two taps.',
      },
      {
        title: 'Dance',
        text: 'You get a confirmation and a calendar invitation by email. Join by video when class starts.',
      },
    ],
  },
  teachers: {
    title: 'Who teaches here',
    example: (rupees: string, dollars: string) =>
      `One-hour classes from ${rupees} or ${dollars}, all fees included.`,
    how: 'You join with the invite link of your teacher. No link yet? Join the waitlist, and we’ll email you.',
  },
  features: {
    title: 'Made for students who mean it',
    lead: 'One teacher who knows you, and nothing in between.',
    list: [
      {
        title: 'A teacher who sees you',
        text: 'Classes are live by video. Your teacher watches every step and corrects it while you dance.',
      },
      {
        title: 'Private, group or duet',
        text: 'Alone with your guru, two of you together, or in a small group.',
      },
      {
        title: 'Your time zone',
        text: 'Every class is shown in your time zone, even when clocks change.',
      },
      {
        title: 'Pay by class, or ahead',
        text: 'One class by card or UPI, or 4 or 8 classes as credits, valid for 30 and 60 days.',
      },
      {
        title: 'Plans may change',
        text: 'Cancel 24 hours ahead for a full refund. Move a class until 12 hours before it starts.',
      },
      {
        title: 'No platform fee at first',
        text: 'With your teacher’s code you pay no platform fee for your first 60 days.',
      },
    ],
    picture: {
      days: ['Mon 12', 'Tue 13', 'Wed 14'],
      booked: 'Your class is booked',
      when: 'Wednesday, 19:00, your time',
    },
  },
  testimonial: { title: 'A word from our students' },
  faq: {
    title: 'Good to know',
    questions: (product: string) => [
      {
        question: `What is ${product}?`,
        answer: `${product} connects teachers of dance, above all of the Indian classical forms, with students for live video classes. It is by invitation: a student joins with a teacher’s code and books that teacher’s hours.`,
      },
      {
        question: 'How do I list my classes as a teacher?',
        answer:
          'Create your profile, set your hours and your price. We read every application ourselves, which takes 1-2 business days. Once you’re approved, students with your invite code can book your hours.',
      },
      {
        question: 'How do payments work?',
        answer:
          'Students pay for a class by card or UPI through Razorpay, in rupees or US dollars, or use credits that they have bought 4 or 8 at a time. You see the full price, fees included, before you pay. We never see a card number.',
      },
      {
        question: 'Can I cancel a class?',
        answer:
          'Yes. 24 hours or more before class you get a full refund, and a credit comes back as that credit. From 24 to 12 hours before you receive a credit for a future class. Within 12 hours a class can’t be cancelled. If the teacher cancels, you always get a full refund.',
      },
      {
        question: 'How and when are teachers paid?',
        answer:
          'Monthly on the 1st, or bi-weekly on the 1st and the 15th, to your bank account, for every class since the last payout. For your first 3 months we take no commission. After that it falls from 20% to 10% with the hours you’ve taught.',
      },
    ],
  },
  support: {
    title: 'Questions?',
    text: 'We answer within 24 hours.',
    action: 'Contact Support',
  },
  farewell: 'Your account is deleted and you’re signed out. Thank you for dancing with us.',
  /** After a link to a page that needs sign-in. */
  signInFirst: 'Sign in to see your classes.',
  unavailable: 'Sign-in is not available at the moment. Please try again.',
  waitlistUnavailable: 'We couldn’t open the waitlist. Please check your connection and try again.',
})
