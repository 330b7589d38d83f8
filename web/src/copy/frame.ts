import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'
import { localPath, otherLanguage } from '@/lib/language'

/** Header and footer of every public page. */
export const frameCopy = defineTexts({
  home: (product: string) => t`${product}, home`,
  backToHome: msg`Back to Home`,
  get homePath() {
    return localPath('/')
  },
  /** The other language: its own name and the path prefix of its pages. */
  other: otherLanguage,
  footer: {
    made: (product: string) => t`${product}: live dance classes by invitation`,
    legal: msg`Legal`,
    social: msg`Elsewhere`,
    address: msg`Postal address`,
  },
  legalPages: [
    {
      get path() {
        return localPath('/terms')
      },
      label: msg`Terms and Conditions`,
    },
    {
      get path() {
        return localPath('/privacy-policy')
      },
      label: msg`Privacy Policy`,
    },
    {
      get path() {
        return localPath('/refund-policy')
      },
      label: msg`Refund Policy`,
    },
  ],
})
