import { registerCatalogue } from '@/lib/i18n'

/** Texts of public pages with a single message. */
export const noticeCopy = registerCatalogue('notices', {
  notFound: {
    title: 'There is nothing at this address',
    text: 'The page may have moved, or the address may be mistyped.',
  },
  unknownInvitation: {
    title: 'This invitation does not work',
    text: 'Please check the link with your teacher. The code may be mistyped, or the teacher may not be taking students at the moment.',
  },
  offline: {
    title: 'You are offline',
    text: 'This page needs a connection. Nothing is lost: your classes and credits are where you left them.',
    action: 'Try again',
  },
  backToHome: 'Back to Home',
})
