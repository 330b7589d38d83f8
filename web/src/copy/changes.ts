import { registerCatalogue } from '@/lib/i18n'

/** Texts of cancelling and rescheduling a class (D24, D36). */
export const changesCopy = registerCatalogue('changes', {
  column: 'Change',
  move: 'Reschedule',
  cancel: 'Cancel class',
  named: (day: string, time: string) => `, ${day} ${time}`,
  tooLate: 'Starts in less than 12 hours, so it can’t be changed.',
  movedFrom: (day: string, time: string) => `moved from ${day}, ${time}`,

  /** The cancellation policy (D24), one line per term. */
  promise: {
    money: (first: string, last: string) => [
      `Full refund until ${first}`,
      `Class credit until ${last}`,
      'No cancellation after that',
    ],
    coupon: (first: string, last: string) => [
      `Coupon can be used again until ${first}`,
      `Class credit until ${last}`,
      'No cancellation after that',
    ],
    late: (last: string) => [
      `Cancel by ${last} and you get a class credit instead of a refund.`,
      'After that, this class can’t be cancelled.',
    ],
    credit: (last: string) => [
      `Free cancellation until ${last}. Your credit comes back. After that, this class can’t be cancelled.`,
    ],
    over: ['This class starts in less than 12 hours. It can’t be cancelled or moved.'],
  },

  payment: {
    returned: (credits: number) => `${credits}, returned`,
    paid: (amount: string | null) => (amount ? `Paid: ${amount}` : 'Paid'),
    free: 'Free',
    credit: 'By credit',
    cancelledBy: { student: 'by you', teacher: 'by your teacher', admin: 'by us' },
    reason: (words: string) => `“${words}”`,
  },

  cancelDialog: {
    title: 'Cancel this class?',
    doneTitle: 'Your class is cancelled',
    date: 'Class Date',
    time: 'Class Time',
    teacher: 'Teacher',
    nowTitle: 'If you cancel now',
    refund: (amount: string | null) =>
      `We’ll refund ${amount ?? 'the full amount'} to your original payment method. The refund is started within 1-2 business days and reaches your account 5–7 working days later.`,
    credit: (credits: number, amount: string | null) =>
      `You get ${credits === 1 ? 'a class credit' : `${credits} class credits`} with your teacher instead of a refund${amount ? ` of ${amount}` : ''}. Use ${credits === 1 ? 'it' : 'them'} within 60 days.`,
    returned: (credits: number) =>
      credits === 1
        ? 'Your credit comes back immediately.'
        : `Your ${credits} credits come back immediately.`,
    free: 'Nothing was charged. You can use your coupon again.',
    none: 'This class starts in less than 12 hours, so it can’t be cancelled.',
    keep: 'Keep the class',
    confirm: 'Cancel class',
    failed: 'We couldn’t cancel the class. Please try again.',
    creditUntil: (moment: string) => `Use it until ${moment}.`,
    told: 'We’ve emailed you both and sent an update that removes it from your calendars.',
    close: 'Close',
  },

  moveDialog: {
    title: 'Reschedule your class',
    doneTitle: 'Your class has moved',
    lead: 'Choose another time. Moving is free until 12 hours before class.',
    loading: 'Loading available times',
    loadFailed: 'Failed to load available slots',
    none: 'Your teacher has no other open time at the same price in the next four weeks.',
    day: 'Day',
    emptyDay: 'No open times',
    dayChoice: (day: string, count: number) => `${day} (${count} open)`,
    from: 'From',
    to: 'To',
    check: 'Move your class?',
    lost: {
      refund: 'The new time is less than 24 hours away, so cancelling it gives a credit instead of a refund.',
      all: 'The new time is less than 12 hours away, so you won’t be able to cancel or move the class again.',
    },
    back: 'Choose another time',
    keep: 'Keep the class',
    confirm: 'Move the class',
    failed: 'We couldn’t move the class. Please try again.',
    gone: 'These times are open now.',
    moved: (day: string, time: string) => `Your class is now on ${day} at ${time}.`,
    told: 'We’ll email you and your teacher, and send an update for both calendars.',
    close: 'Close',
  },
} as const)
