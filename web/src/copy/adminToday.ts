/** Texts of the start page and the search of the admin area. */
const counted = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`

export const adminTodayCopy = {
  title: 'Today',
  needs: {
    title: 'Needs you',
    none: 'All done. Nothing needs you right now.',
    workerStopped: 'Background jobs have stopped',
    ledger: (count: number) => counted(count, 'ledger difference', 'ledger differences'),
    refunds: (count: number) => counted(count, 'failed refund', 'failed refunds'),
    dead: (count: number) => counted(count, 'failed email or job', 'failed emails and jobs'),
    messages: (count: number) => counted(count, 'unanswered message', 'unanswered messages'),
    applications: (count: number) => counted(count, 'application to review', 'applications to review'),
    due: (count: number) => counted(count, 'payout due', 'payouts due'),
    toPay: (count: number) => counted(count, 'payout to be paid', 'payouts to be paid'),
    noAccount: (count: number) =>
      counted(
        count,
        'teacher with earnings but no bank account',
        'teachers with earnings but no bank account',
      ),
    waitlist: (count: number) => counted(count, 'person on the waitlist', 'people on the waitlist'),
  },
  figures: 'Figures',
  owed: 'Owed to teachers',
  health: 'System',
}

export const adminSearchCopy = {
  open: 'Search',
  openHint: 'Search (Ctrl+K)',
  label: 'Search everything',
  hint: 'Name, email, phone, invite or booking code, receipt, payment ID',
  loading: 'Searching',
  failed: 'We couldn’t search. Please try again.',
  empty: 'Nothing found',
  results: 'Results',
  kinds: { person: 'Person', booking: 'Booking', order: 'Order', payout: 'Payout' },
}
