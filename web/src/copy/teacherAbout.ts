import { registerCatalogue } from '@/lib/i18n'

const LANGUAGES: Record<string, string> = {}
const AGES: Record<string, string> = {
  children: 'Children (5–12)',
  teens: 'Teens (13–17)',
  adults: 'Adults (18+)',
  seniors: 'Seniors (60+)',
}

/** Texts of the dialog about the student's teacher. */
export const teacherAboutCopy = registerCatalogue('teacherAbout', {
  open: (name: string) => `About ${name}`,
  loading: 'Loading your teacher’s profile',
  failed: 'Your teacher’s profile could not be loaded',
  styles: 'Dance styles',
  guru: 'Guru',
  years: 'Teaching for',
  yearsValue: (years: string) => `${years} years`,
  ages: 'Students',
  languages: 'Teaches in',
  education: 'Training',
  experience: 'Experience',
  highlights: 'Highlights',
  video: 'Watch a performance',
  ageNames: AGES,
  languageNames: LANGUAGES,
})
