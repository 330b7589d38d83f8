import { msg } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the dialog that asks for the acceptance of new terms. */
export const termsDialogCopy = defineTexts({
  title: msg`Please accept our terms`,
  lead: msg`We’ve updated our terms. Please read and accept them to continue. Your classes, credits and payments stay as they are.`,
  terms: msg`Terms & Conditions`,
  privacy: msg`Privacy policy`,
  refusal: msg`If you don’t agree, you can still cancel classes, download your data and delete your account:`,
  account: msg`My Account`,
  accept: msg`Accept and continue`,
  signOut: msg`Log out`,
  outdated: msg`Our terms have just changed again. Please reload the page to read them.`,
  failed: msg`We couldn’t save your answer. Please try again.`,
})
