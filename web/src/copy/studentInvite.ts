import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts about the invitation with which a student opens the dashboard. */
export const studentInviteCopy = defineTexts({
  otherTeacher: (teacher: string, own: string) =>
    t`You’re learning with ${own}. To learn with ${teacher} too, write to`,
  close: msg({ context: 'studentInvite.close', message: 'OK' }),
  ownTeacher: (own: string) => t`${own} is already your teacher.`,
  seeTimes: msg`See open times`,
  unknown: (code: string) =>
    t`We couldn’t find the invite code ${code}. These are your own teacher’s classes.`,
  showAll: msg`Show all my classes`,
  timeTaken: (time: string) => t`The time you chose, ${time}, is no longer open. Please choose another one.`,
})
