import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the classes of a whole family. */
export const familyWeekCopy = defineTexts({
  title: msg`Your family’s next 7 days`,
  loading: msg`Loading the classes of your family`,
  loadFailed: msg`We couldn’t load the classes of your family.`,
  none: msg`No classes in the next 7 days.`,
  today: (day: string) => t`Today, ${day}`,
  me: msg`Me`,
  with: (teacher: string) => t`with ${teacher}`,
  overlap: (name: string, teacher: string) =>
    t`${name} has a class with ${teacher} at this time. You can still book.`,
  overlapOfMe: (teacher: string) => t`You have a class with ${teacher} at this time. You can still book.`,
})
