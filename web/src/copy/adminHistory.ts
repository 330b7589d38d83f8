/** What was done to something, in words. */
export const adminHistoryCopy = {
  title: 'History',
  empty: 'Nothing has been done here yet.',
  by: (who: string) => `by ${who}`,
  program: 'the program',
  details: 'Details',
  open: {
    people: 'Open the person',
    bookings: 'Open the booking',
    orders: 'Open the order',
    payouts: 'Open the payout',
  } as Readonly<Record<string, string>>,
  /** Acts whose plain name does not say enough. */
  acts: {
    person_suspended: 'Suspended',
    person_restored: 'Restored',
    person_exported: 'Data exported',
    person_deleted: 'Deleted',
    currency_changed: 'Currency changed',
    credits_granted: 'Credits given',
    credits_extended: 'Credits extended',
    booking_cancelled: 'Class cancelled',
    booking_moved: 'Class moved',
    booking_mailed_again: 'Mails sent again',
    order_refunded: 'Order refunded',
    payout_exported: 'Handed to the bank',
    payout_paid: 'Payout paid',
    payout_failed: 'Payout failed',
    payout_returned: 'Payout came back',
    teacher_approved: 'Approved as a teacher',
    teacher_rejected: 'Application rejected',
  } as Readonly<Record<string, string>>,
}
