import { registerCatalogue } from '@/lib/i18n'

/** Error pages by the kind of failure. */
export const failureCopy = registerCatalogue('failures', {
  forbidden: {
    title: 'This page is not for your account',
    text: 'You’re signed in, but this belongs to another account.',
  },
  missing: {
    title: 'We couldn’t find this',
    text: 'It doesn’t exist, or it has been removed.',
  },
  unreachable: {
    title: 'We can’t reach the server',
    text: 'Please check your connection. Your classes and credits are safe.',
  },
  outdated: {
    title: 'A newer version is ready',
    text: 'Reload the page to get it.',
  },
  broken: {
    title: 'We couldn’t show this page',
    text: 'Something went wrong on our side. Your classes and credits are safe.',
  },
  reference: (id: string) => `Reference: ${id}`,
  reload: 'Reload the page',
  backToHome: 'Back to Home',
})
