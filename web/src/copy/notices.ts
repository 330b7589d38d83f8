import { registerCatalogue } from '@/lib/i18n'

/** Texts of public pages with a single message. */
export const noticeCopy = registerCatalogue('notices', {
  notFound: {
    title: 'We couldn’t find this page',
    text: 'It may have moved, or the address may be mistyped.',
  },
  unknownInvitation: {
    title: 'This invitation does not work',
    text: 'Please check the link with your teacher. The code may be mistyped, or the teacher may not be taking students at the moment.',
  },
  offline: {
    title: 'You’re offline',
    text: 'This page needs a connection. Your classes and credits are safe.',
    action: 'Try again',
  },
  backToHome: 'Back to Home',
})
