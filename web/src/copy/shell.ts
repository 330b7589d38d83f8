import { msg } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the app shell, which every page loads: loading state and error pages. */
export const shellCopy = defineTexts({
  loading: msg`Loading...`,
  pageFailedTitle: msg`This page could not be shown`,
  pageFailed: msg`Something went wrong on our side. Your classes and credits are safe.`,
  notFoundTitle: msg`There is nothing at this address`,
  notFound: msg`The page may have moved, or the address may be mistyped.`,
  backToHome: msg`Back to Home`,
})
