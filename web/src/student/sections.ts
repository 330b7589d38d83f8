/** The sections of the student area and the hashes that lead to them (SPEC §2, where `account` is the credits). */
export const SECTIONS = ['dashboard', 'activeclasses', 'history', 'account', 'contactus', 'settings'] as const

export type Section = (typeof SECTIONS)[number]

export const DEFAULT_SECTION: Section = 'dashboard'

/** The section of a hash with or without its `#`, or `null` for a missing or unknown one. */
export function sectionOf(hash: string): Section | null {
  const name = hash.replace(/^#/, '')
  return SECTIONS.find((section) => section === name) ?? null
}
