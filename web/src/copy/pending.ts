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
      text: 'We’ll email you as soon as we’ve decided.',
    },
    {
      title: 'Get Ready',
      text: 'While you wait, plan your weekly hours and which students to invite.',
    },
  ],
  submitted: (date: string) => `Submitted on ${date}.`,
  refresh: 'Check status',
  checked: (time: string) => `Still under review (checked at ${time}).`,
  sent: 'What you sent us',
  sentHint: 'To change something, write to us.',
  sentFailed: 'We couldn’t load your answers.',
  support: 'Questions? Write to us:',
  contact: 'Contact Support',
})
