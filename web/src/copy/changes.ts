import { msg, plural, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of cancelling and rescheduling a class (D24, D36). */
export const changesCopy = defineTexts({
  column: msg`Change`,
  move: msg`Reschedule`,
  cancel: msg`Cancel class`,
  named: (day: string, time: string) => t`, ${day} ${time}`,
  started: msg`This class has started, so it can’t be changed.`,
  tooLate: msg`Starts in less than 12 hours, so it can’t be changed.`,
  movedFrom: (day: string, time: string) => t`moved from ${day}, ${time}`,

  /** The cancellation policy (D24), one line per term. */
  promise: {
    money: (first: string, last: string) => [
      t`Full refund until ${first}`,
      t`Class credit until ${last}`,
      t`No cancellation after that`,
    ],
    coupon: (first: string, last: string) => [
      t`Cancel by ${first} and you can use your coupon again`,
      t`Class credit until ${last}`,
      t`No cancellation after that`,
    ],
    late: (last: string) => [
      t`Cancel by ${last} and you get a class credit instead of a refund.`,
      t`After that, this class can’t be cancelled.`,
    ],
    credit: (last: string) => [
      t`Free cancellation until ${last}. Your credit comes back. After that, this class can’t be cancelled.`,
    ],
    over: [msg`This class starts in less than 12 hours. It can’t be cancelled or moved.`],
  },

  payment: {
    returned: (credits: number) => t`${credits}, returned`,
    paid: (amount: string | null) => (amount ? t`Paid: ${amount}` : t`Paid`),
    free: msg`Free`,
    credit: msg`By credit`,
    credited: msg`You got a class credit instead of a refund.`,
    cancelledBy: { student: msg`by you`, teacher: msg`by your teacher`, admin: msg`by us` },
    reason: (words: string) => t`“${words}”`,
  },

  cancelDialog: {
    title: msg`Cancel this class?`,
    doneTitle: msg`Your class is cancelled`,
    date: msg`Class Date`,
    time: msg`Class Time`,
    teacher: msg`Teacher`,
    nowTitle: msg`If you cancel now`,
    refund: (amount: string | null) =>
      amount
        ? t`We’ll refund ${amount} to your original payment method. We’ll start it within 1–2 business days. Your bank then usually takes 5–7 business days.`
        : t`We’ll refund the full amount to your original payment method. We’ll start it within 1–2 business days. Your bank then usually takes 5–7 business days.`,
    credit: (credits: number, amount: string | null) =>
      amount
        ? t`You get ${plural(credits, { one: 'a class credit', other: '# class credits' })} with your teacher instead of a refund of ${amount}. Use ${plural(credits, { one: 'it', other: 'them' })} within 60 days.`
        : t`You get ${plural(credits, { one: 'a class credit', other: '# class credits' })} with your teacher instead of a refund. Use ${plural(credits, { one: 'it', other: 'them' })} within 60 days.`,
    returned: (credits: number) =>
      plural(credits, {
        one: 'Your credit comes back immediately.',
        other: 'Your # credits come back immediately.',
      }),
    free: msg`Nothing was charged. You can use your coupon again.`,
    none: msg`This class starts in less than 12 hours, so it can’t be cancelled.`,
    keep: msg`Keep the class`,
    confirm: msg`Cancel class`,
    failed: msg`We couldn’t cancel the class. Please try again.`,
    credited: msg`A class credit is in your account.`,
    creditReturned: (credits: number) =>
      plural(credits, {
        one: 'Your credit is back in your account.',
        other: 'Your # credits are back in your account.',
      }),
    cancelled: msg`Nothing was charged for this class.`,
    creditUntil: (moment: string) => t`Book with it by ${moment}.`,
    emailed: msg`We’ve emailed you and your teacher, and cancelled the calendar invitation.`,
    close: msg`Close`,
  },

  moveDialog: {
    title: msg`Reschedule your class`,
    doneTitle: msg`Your class has moved`,
    lead: msg`Choose another time. Moving is free until 12 hours before class.`,
    loading: msg`Loading available times`,
    loadFailed: msg`Failed to load available slots`,
    teacherUnavailable: msg`Your teacher is not taking bookings at the moment, so you can’t move this class. You can still cancel it.`,
    none: msg`Your teacher has no other open time at the same price in the next four weeks.`,
    day: msg`Day`,
    emptyDay: msg`No open times`,
    dayChoice: (day: string, count: number) => t`${day} (${count} open)`,
    from: msg`From`,
    to: msg`To`,
    check: msg`Move your class?`,
    lost: {
      refund: msg`The new time is less than 24 hours away, so cancelling it gives a credit instead of a refund.`,
      all: msg`The new time is less than 12 hours away, so you won’t be able to cancel or move the class again.`,
    },
    back: msg`Choose another time`,
    keep: msg({ context: 'changes.moveDialog', message: 'Keep the class' }),
    confirm: msg`Move the class`,
    failed: msg`We couldn’t move the class. Please try again.`,
    gone: msg`These times are open now.`,
    moved: (day: string, time: string) => t`Your class is now on ${day} at ${time}.`,
    willEmail: msg`We’ll email you and your teacher an updated invitation.`,
    emailed: msg`We’ve emailed you and your teacher an updated invitation.`,
    close: msg`Close`,
  },
})
