import { texts } from '@/lib/language'

/** What the legal pages share. Their texts are written for a given product name and support address. */
export interface LegalSection {
  heading: string
  /** A text is a paragraph, a list of texts is a list. */
  body: readonly (string | readonly string[])[]
  parts?: readonly Omit<LegalSection, 'parts'>[]
}

export interface LegalText {
  title: string
  description: string
  lead: string
  /** On a summary in another language: that the English text counts, and the link to it. */
  binding?: { note: string; link: string }
  /** A fixed day, the day on which it is read, or none. */
  updated: string | null
  sections: readonly LegalSection[]
}

/** The names that the texts mention. */
export interface LegalNames {
  product: string
  email: string
}

export const legalCopy = texts('legal', {
  updated: 'Last updated:',
  contents: 'On this page',
})
