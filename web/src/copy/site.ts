/** Every sentence of the public site. Texts that the specification gives are kept word for word. */
export const siteCopy = {
  productName: 'Tala',
  description:
    'Live video classes in Indian classical dance, one teacher and one hour at a time. Join with your teacher’s invite code.',
  skip: 'Skip to content',
  nav: {
    label: 'Main',
    menu: 'Menu',
    teacher: 'Teacher? Create Profile',
    student: 'Student? Use Invite Code',
    login: 'Login',
    logout: 'Logout',
    continue: 'Go to my classes',
  },
  bannerLead: 'Limited Time Offer:',
  banner:
    ' First 100 teachers get 3 months FREE access and 2 months commission-free payments for your students!',
  hero: {
    eyebrow: 'By invitation · live · one hour',
    title: 'Learn Indian classical dance from a guru, wherever you are.',
    text: 'Bharatanatyam, Kathak, Odissi and more. Private, group and duet classes with teachers who have given their lives to the form.',
    types: ['Private', 'Group', 'Duet'],
    invited: (code: string) => `You have an invitation: ${code}`,
  },
  steps: {
    title: 'How it works',
    choice: 'Show the steps for',
    audiences: { teachers: 'For Teachers', students: 'For Students' },
    teachers: [
      {
        title: 'Set your hours',
        text: 'Say once when you teach, in your own time zone. Free hours turn into classes by themselves.',
      },
      {
        title: 'Share your invite code',
        text: 'Only people you invite find you. Your students join with your code and see nobody else.',
      },
      {
        title: 'Teach',
        text: 'Each booking brings a calendar invitation and your meeting link. You open the door and dance.',
      },
    ],
    students: [
      {
        title: 'Use your invite code',
        text: 'Your teacher sends you a code. It opens their calendar to you.',
      },
      {
        title: 'Choose an hour',
        text: 'See every free hour on your own clock, wherever your teacher is, and book it with one credit.',
      },
      {
        title: 'Dance',
        text: 'A confirmation and a calendar invitation arrive by mail. Join by video when the hour comes.',
      },
    ],
  },
  support: {
    title: 'Questions?',
    text: 'We answer within 24 hours.',
    action: 'Contact Support',
  },
  footer: {
    social: 'Elsewhere',
    made: (product: string) => `${product}: live dance classes by invitation`,
  },
  unavailable: 'Sign-in is not available at the moment. Please try again.',
}
