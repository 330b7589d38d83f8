/** Sections of the student area and their URL hashes (SPEC §2, where `account` means credits). */
export const STUDENT_SECTIONS = [
  'dashboard',
  'activeclasses',
  'history',
  'account',
  'contactus',
  'settings',
] as const

export type StudentSection = (typeof STUDENT_SECTIONS)[number]

export const DEFAULT_STUDENT_SECTION: StudentSection = 'dashboard'

/** The section of a hash with or without `#`, or `null` if it is missing or unknown. */
export function studentSectionOf(hash: string): StudentSection | null {
  const name = hash.replace(/^#/, '')
  return STUDENT_SECTIONS.find((section) => section === name) ?? null
}
