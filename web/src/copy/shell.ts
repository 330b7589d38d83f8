import { registerCatalogue } from '@/lib/i18n'

/** Texts of the app shell, which every page loads: loading state and error pages. */
export const shellCopy = registerCatalogue('shell', {
  loading: 'Loading...',
  pageFailedTitle: 'This page could not be shown',
  pageFailed: 'Something went wrong on our side. Your classes and credits are safe.',
  notFoundTitle: 'There is nothing at this address',
  notFound: 'The page may have moved, or the address may be mistyped.',
  backToHome: 'Back to Home',
})
