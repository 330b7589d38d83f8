import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** The sentence above the button that ends onboarding. */
export const termsStatementCopy = defineTexts({
  /** The arguments are the places of the links. */
  sentence: (terms: string, privacy: string) => t`By continuing, you agree to our ${terms} and ${privacy}.`,
  terms: msg`Terms`,
  privacy: msg`Privacy Policy`,
})
