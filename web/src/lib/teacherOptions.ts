/** Options of the teacher application form (SPEC §3). */
export const DANCE_STYLES = [
  'Bharatanatyam',
  'Kathak',
  'Kuchipudi',
  'Odissi',
  'Manipuri',
  'Kathakali',
  'Mohiniyattam',
  'Sattriya',
  'Bollywood',
  'other',
] as const

/** The option for a style that is not in the list; its name is entered beside it. */
export const OTHER_STYLE = 'other'

export const DANCE_LEVELS = ['beginner', 'intermediate', 'advanced', 'expert'] as const
export const DEFAULT_LEVEL = 'intermediate'

export const YEARS_TEACHING = ['0-2', '3-5', '6-10', '10+'] as const

export const AGE_GROUPS = [
  { value: 'children', label: 'children (5-12)' },
  { value: 'teens', label: 'teens (13-17)' },
  { value: 'adults', label: 'adults (18+)' },
  { value: 'seniors', label: 'seniors (60+)' },
] as const

export const TEACHER_COUNTRIES = ['India', 'United States', 'United Kingdom'] as const

/** `Intermediate` from `intermediate`: stored values are in lower case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
