/** The sections of the teacher area and the hashes that lead to them (SPEC §2). */
const SECTIONS = [
  'dashboard',
  'classes',
  'students',
  'profile',
  'availability',
  'payments',
  'help',
  'account',
] as const

export type Section = (typeof SECTIONS)[number]

export const DEFAULT_SECTION: Section = 'dashboard'

export interface Place {
  section: Section
  /** What is opened within it: `#students/<id>` is one student, `#payments/payouts/<id>` one statement. */
  item: string | null
}

/** The place of a hash with or without its `#`, or `null` for a missing or unknown one. */
export function placeOf(hash: string): Place | null {
  const [name, ...rest] = hash.replace(/^#/, '').split('/')
  const section = SECTIONS.find((known) => known === name)
  return section ? { section, item: rest.join('/') || null } : null
}
