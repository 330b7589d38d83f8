import { msg } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/**
 * Types and labels of the legal pages. Their texts are functions of the product name and the
 * support address.
 */
export interface LegalSection {
  heading: string
  /** A string is a paragraph, an array of strings is a list. */
  body: readonly (string | readonly string[])[]
  parts?: readonly Omit<LegalSection, 'parts'>[]
}

export interface LegalText {
  title: string
  description: string
  lead: string
  /** On a summary in another language: states that the English text is binding, and links to it. */
  binding?: { note: string; link: string }
  /** A fixed date, the current date, or none. */
  updated: string | null
  sections: readonly LegalSection[]
}

/** Names that the texts contain. */
export interface LegalNames {
  product: string
  email: string
}

export const legalCopy = defineTexts({
  updated: msg`Last updated:`,
  contents: msg`On this page`,
})
