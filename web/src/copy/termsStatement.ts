import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** The sentence above the button that ends onboarding. */
export const termsStatementCopy = defineTexts({
  lead: (button: string) => t`By pressing “${button}”, you agree to our terms.`,
  terms: msg`Terms & Conditions`,
  privacy: msg`Privacy policy`,
})
