import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

const AGES: Record<string, MessageDescriptor> = {
  children: msg`Children (5–12)`,
  teens: msg`Teens (13–17)`,
  adults: msg`Adults (18+)`,
  seniors: msg`Seniors (60+)`,
}

/** Texts of the dialog about the student's teacher. */
export const teacherAboutCopy = defineTexts({
  open: msg`About your teacher`,
  loading: msg`Loading your teacher’s profile`,
  failed: msg`Your teacher’s profile could not be loaded`,
  styles: msg`Dance styles`,
  guru: msg`Guru`,
  years: msg`Teaching for`,
  yearsValue: (years: string) => t`${years} years`,
  ages: msg`Students`,
  languages: msg`Teaches in`,
  education: msg`Training`,
  experience: msg`Experience`,
  highlights: msg`Highlights`,
  video: msg`Watch a performance`,
  ageNames: AGES,
})
