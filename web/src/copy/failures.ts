import { registerCatalogue } from '@/lib/i18n'

/** Error pages by the kind of failure. */
export const failureCopy = registerCatalogue('failures', {
  forbidden: {
    title: 'This page is not for your account',
    text: 'You are signed in, but this belongs to somebody else or to another kind of account.',
  },
  missing: {
    title: 'There is nothing here any more',
    text: 'What you were looking for does not exist, or it has been taken away.',
  },
  unreachable: {
    title: 'We cannot be reached',
    text: 'Please check your connection. Nothing is lost: your classes and credits are where you left them.',
  },
  outdated: {
    title: 'A newer version is ready',
    text: 'This page was opened before our last change. Load it again and go on where you were.',
  },
  broken: {
    title: 'This page could not be shown',
    text: 'Something went wrong on our side. Your classes and credits are safe.',
  },
  reference: (id: string) => `Reference: ${id}`,
  reload: 'Reload the page',
  backToHome: 'Back to Home',
})
