import { registerCatalogue } from '@/lib/i18n'

/** Texts of the page for teachers who wait for approval. SPEC's texts are word for word. */
export const pendingCopy = registerCatalogue('pending', {
  title: 'Your Teacher Profile is Pending Verification',
  lead: 'Review takes 1-2 business days.',
  cards: [
    {
      title: 'Under Review',
      text: 'Our team reads your application and looks at your experience and your profile.',
    },
    {
      title: 'Email Notification',
      text: 'As soon as it is decided, we write to the address of your account.',
    },
    {
      title: 'Get Ready',
      text: 'Meanwhile, think of the hours you want to teach and of the students you will invite.',
    },
  ],
  support: 'Questions? Write to us:',
  contact: 'Contact Support',
})
