import { msg, plural, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts that replace those of dialogs and sections if a guardian acts for a child. */
export const childSectionsCopy = defineTexts({
  booking: {
    title: (child: string) => t`Booking for ${child}`,
    phoneHint: msg`Optional. The teacher sees it and can call or message you about the classes.`,
    insufficientHelp: (child: string, cost: number, available: number) =>
      t`This class costs ${plural(cost, { one: '# credit', other: '# credits' })} and ${child} has ${available}. To get credits, email`,
    vanished: msg`Someone else booked it, or the teacher removed it. You keep your credits.`,
    vanishedUnpaid: msg`Someone else booked it, or the teacher removed it. Nothing was charged.`,
  },

  package: {
    what: (child: string, classes: number, days: number) =>
      t`${classes} classes for ${child}, valid for ${days} days`,
    of: (child: string, classes: number) => t`${classes} classes for ${child}`,
  },

  confirmation: {
    title: (child: string) => t`Booked for ${child}`,
    /** Title of a calendar event. */
    event: (title: string, child: string) => t`${title}, for ${child}`,
  },

  classes: {
    pastEmptyHint: msg`Finished classes will appear here.`,
    loadFailed: msg`We couldn’t load the classes.`,
    /** A guardian, or the child. */
    cancelledByFamily: msg`by your family`,
    cancelledByTeacher: msg`by the teacher`,
  },

  cancelDialog: {
    title: (child: string) => t`Cancel ${child}’s class?`,
    doneTitle: (child: string) => t`${child}’s class is cancelled`,
    credit: (credits: number, amount: string | null) =>
      amount
        ? t`You get ${plural(credits, { one: 'a class credit', other: '# class credits' })} with the teacher instead of a refund of ${amount}. Use ${plural(credits, { one: 'it', other: 'them' })} within 60 days.`
        : t`You get ${plural(credits, { one: 'a class credit', other: '# class credits' })} with the teacher instead of a refund. Use ${plural(credits, { one: 'it', other: 'them' })} within 60 days.`,
    emailed: msg`We’ve emailed you and the teacher, and cancelled the calendar invitation.`,
  },

  moveDialog: {
    title: (child: string) => t`Reschedule ${child}’s class`,
    check: (child: string) => t`Move ${child}’s class?`,
    doneTitle: (child: string) => t`${child}’s class has moved`,
    teacherUnavailable: (child: string) =>
      t`${child}’s teacher is not taking bookings at the moment, so you can’t move this class. You can still cancel it.`,
    none: (child: string) =>
      t`${child}’s teacher has no other open time at the same price in the next four weeks.`,
    moved: (child: string, day: string, time: string) => t`${child}’s class is now on ${day} at ${time}.`,
    willEmail: msg`We’ll email you and the teacher an updated invitation.`,
    emailed: msg`We’ve emailed you and the teacher an updated invitation.`,
  },

  credits: {
    title: (child: string) => t`Credits for ${child}`,
    none: (child: string) => t`${child} has no credits.`,
    lotsTitle: (child: string) => t`${child}’s credits, by expiry`,
    payments: (child: string) => t`Payments for ${child}`,
  },

  receipt: {
    issuedTo: msg`Issued to`,
    student: msg({ context: 'studentChildSections.receipt', message: 'For' }),
  },

  checkout: {
    cancelledByTeacher: msg`The teacher cancelled this class`,
    busy: (child: string) =>
      t`Your payment arrived after the time was up, and ${child} had another class at that time.`,
  },

  contact: {
    teacherHint: msg`The teacher gets an email right away. Want to add a note?`,
    about: (child: string) => t`Your message will say that it’s about ${child}.`,
    /** By ids of the questions in `student.ts`. */
    questions: { teacher: msg`Where do I find the teacher’s contact?` },
    answers: {
      reschedule: msg`Contact the teacher as early as you can and agree on another time. Then choose Reschedule beside the class under Active Classes and pick that time. It’s free until 12 hours before class.`,
      cancel: msg`Choose Cancel class beside it under Active Classes; the teacher gets an email. With at least 24 hours’ notice you get a full refund, or your credit back. From 24 to 12 hours before class you get a credit. Within 12 hours of class time a class can’t be cancelled.`,
      technical: msg`Reload the page, check camera, microphone and connection, and open the meeting link again. If the video still fails, tell the teacher and then email us the booking code.`,
      teacher: msg`The teacher’s name is on the dashboard, and the email address is at the top of this page. It’s also in every confirmation email.`,
    },
  },

  teacher: {
    loading: msg`Loading the teacher’s profile`,
    failed: msg`The teacher’s profile could not be loaded`,
  },
})
