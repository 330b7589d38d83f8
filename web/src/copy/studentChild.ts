import { msg, plural, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts that replace those of `student.ts` on the first page of a guardian who acts for a child. */
export const studentChildCopy = defineTexts({
  greeting: (child: string) => t`Classes for ${child}`,
  learnsWith: (child: string) => t`${child} learns with`,
  teacherDefault: msg`the teacher`,
  aboutTeacher: msg`About the teacher`,
  benefits: [
    msg`Live video classes with a teacher who knows your child`,
    msg`The teacher’s open times, shown in your time zone`,
  ],
  nextClass: (child: string) => t`Next class for ${child}`,
  loading: msg`Loading the classes`,
  expiring: (child: string, days: number) =>
    t`${child}’s class credits are expiring soon! You have ${plural(days, { one: '# day', other: '# days' })} left.`,

  slots: {
    bothClocks: (zone: string) => t`Times shown in ${zone}. The teacher’s time is below each one.`,
    teacherClock: (time: string, city: string) => t`${time} for the teacher (${city})`,
    teacherClockHidden: msg`(the teacher’s clock)`,
    clockShift: (day: string, theirs: string, after: string, before: string) =>
      t`Clocks change on ${day}: the teacher’s ${theirs} will be ${after} for you, not ${before}.`,
    noneAtAll: (child: string) =>
      t`${child}’s teacher has no open times in the next four weeks. New times show up here automatically.`,
  },

  invite: {
    otherTeacher: (child: string, teacher: string, own: string) =>
      t`${child} is learning with ${own}. To learn with ${teacher} too, write to`,
    ownTeacher: (child: string, own: string) => t`${own} is already ${child}’s teacher.`,
    unknown: (child: string, code: string) =>
      t`We couldn’t find the invite code ${code}. These are the classes of ${child}’s teacher.`,
    showAll: msg`Show all classes`,
  },

  /** By codes of the server's errors, which are about the signed-in person. */
  errors: {
    studentBusy: (child: string) => t`${child} already has a class at this time.`,
    creditsExpired: (child: string) => t`${child}’s class credits have expired.`,
  },

  booked: (child: string, day: string, time: string) => t`${child}’s class on ${day} at ${time} is booked.`,
  bookedPlain: (child: string) => t`${child}’s class is booked.`,
  unpaid: (child: string, day: string, time: string) => t`${child}’s ${time} class on ${day} isn’t paid yet.`,
  unpaidPackage: (child: string) => t`${child}’s package isn’t paid yet.`,
})
