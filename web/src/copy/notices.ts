import { texts } from '@/lib/language'

/** Public pages that say one thing. */
export const noticeCopy = texts('notices', {
  notFound: {
    title: 'There is nothing at this address',
    text: 'The page may have moved, or the address may be mistyped.',
  },
  offline: {
    title: 'You are offline',
    text: 'This page needs a connection. Nothing is lost: your classes and credits are where you left them.',
    action: 'Try again',
  },
  backToHome: 'Back to Home',
})
