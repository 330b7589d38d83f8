/** Sections of the teacher area and their URL hashes (SPEC §2). */
const TEACHER_SECTIONS = [
  'dashboard',
  'classes',
  'students',
  'profile',
  'availability',
  'payments',
  'help',
  'account',
] as const

export type TeacherSection = (typeof TEACHER_SECTIONS)[number]

export const DEFAULT_TEACHER_SECTION: TeacherSection = 'dashboard'

export interface TeacherRoute {
  section: TeacherSection
  /** Item within the section: `#students/<id>` is a student, `#payments/payouts/<id>` a statement. */
  item: string | null
}

/** Section and item of a hash with or without `#`, or `null` if it is missing or unknown. */
export function parseTeacherHash(hash: string): TeacherRoute | null {
  const [name, ...rest] = hash.replace(/^#/, '').split('/')
  const section = TEACHER_SECTIONS.find((candidate) => candidate === name)
  return section ? { section, item: rest.join('/') || null } : null
}
