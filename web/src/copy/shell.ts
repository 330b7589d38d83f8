import { texts } from '@/lib/language'

/** The few sentences of the app's shell, which every page loads: before a page is there, and in place of one that is not. */
export const shellCopy = texts('shell', {
  loading: 'Loading...',
  pageFailedTitle: 'This page could not be shown',
  pageFailed: 'Something went wrong on our side. Your classes and credits are safe.',
  notFoundTitle: 'There is nothing at this address',
  notFound: 'The page may have moved, or the address may be mistyped.',
  backToHome: 'Back to Home',
})
