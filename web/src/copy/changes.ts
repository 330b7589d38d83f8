import { registerCatalogue } from '@/lib/i18n'

/** Texts of cancelling and rescheduling a class (D24, D36). */
export const changesCopy = registerCatalogue('changes', {
  column: 'Change',
  move: 'Reschedule',
  cancel: 'Cancel class',
  named: (day: string, time: string) => `, ${day} ${time}`,
  tooLate: 'Too late to change: class starts within 12 hours.',
  movedFrom: (day: string, time: string) => `moved from ${day}, ${time}`,

  /** The server's cancellation policy text, for classes that no quote exists for. */
  promise: {
    money: (first: string, last: string) =>
      `Cancel before ${first}: money back. After that, until ${last}: a class credit. Later: nothing.`,
    coupon: (first: string, last: string) =>
      `Cancel before ${first}: your coupon can be used again. After that, until ${last}: a class credit. Later: nothing.`,
    late: (last: string) => `Cancel before ${last}: a class credit, no money back. Later: nothing.`,
    credit: (last: string) => `Cancel before ${last}: your credit back. Later: nothing.`,
    over: 'This class starts in less than 12 hours: it cannot be cancelled or moved any more.',
    yourTime: (theirs: string, yours: string) => `${theirs} (${yours} your time)`,
  },

  payment: {
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
      `${amount ?? 'What you paid'} goes back in full to your original payment method. The refund is started within 1-2 business days, and reaches your account within 5–7 working days after that.`,
    credit: (credits: number, amount: string | null) =>
      `You get ${credits === 1 ? 'a class credit' : `${credits} class credits`} with your teacher, and no money back${amount ? `: ${amount} stays paid` : ''}. The ${credits === 1 ? 'credit' : 'credits'} can be used for 60 days.`,
    returned: (credits: number) =>
      credits === 1
        ? 'Your credit comes back to you at once.'
        : `Your ${credits} credits come back to you at once.`,
    free: 'This class cost you nothing, so no money goes back. Your coupon can be used again.',
    none: 'It is too late: within 12 hours of class time a class cannot be cancelled.',
    keep: 'Keep the class',
    confirm: 'Cancel class',
    failed: 'The class could not be cancelled. Please try again.',
    creditUntil: (moment: string) => `Use it until ${moment}.`,
    told: 'A mail goes to you and your teacher, and takes the class out of both calendars.',
    close: 'Close',
  },

  moveDialog: {
    title: 'Reschedule your class',
    doneTitle: 'Your class has moved',
    lead: 'Choose another free hour. Moving costs nothing until 12 hours before class.',
    loading: 'Loading free classes',
    loadFailed: 'Failed to load available slots',
    none: 'Your teacher has no other free hour of the same price in the next four weeks.',
    day: 'Day',
    emptyDay: 'Nothing free here',
    dayChoice: (day: string, count: number) => `${day} (${count} free)`,
    from: 'From',
    to: 'To',
    check: 'Move your class?',
    lost: {
      refund: 'At the new hour there is no money back any more: it is less than 24 hours away.',
      all: 'At the new hour you can no longer cancel or move the class: it is less than 12 hours away.',
    },
    back: 'Choose another hour',
    keep: 'Keep the class',
    confirm: 'Move the class',
    failed: 'The class could not be moved. Please try again.',
    gone: 'Here are the hours that are free now.',
    moved: (day: string, time: string) => `Your class is now on ${day} at ${time}.`,
    told: 'A mail with the new time goes to you and your teacher, with an update for your calendars.',
    close: 'Close',
  },
} as const)
