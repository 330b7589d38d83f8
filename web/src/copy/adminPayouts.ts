const payoutCount = (count: number) => (count === 1 ? '1 payout' : `${count} payouts`)

/** Texts of payouts in the admin area. */
export const adminPayoutsCopy = {
  title: 'Payouts',
  lead: 'Teachers’ earnings, paid to their bank accounts.',
  show: 'Show',
  which: { prepared: 'To be paid', paid: 'Paid', failed: 'Failed', all: 'All' },
  loading: 'Loading payouts',
  loadFailed: 'We couldn’t load the payouts.',
  empty: 'No payouts',
  emptyHint: '“Prepare payouts” creates those that are due.',
  columns: {
    teacher: 'Teacher',
    amount: 'Amount',
    classes: 'Classes',
    cutOff: 'Classes before',
    account: 'Account',
    state: 'Status',
    acts: 'Actions',
  },
  doubt: (country: string, currency: string) =>
    `The account is in ${country}: the bank may reject ${currency}.`,
  inTable: 'Exported',
  inNoTable: 'Not exported yet',
  notExported: { prepared: 'Not exported yet', paid: 'No, paid manually', failed: 'No' } as Readonly<
    Record<string, string>
  >,
  states: { prepared: 'To be paid', paid: 'Paid', failed: 'Failed' } as Readonly<Record<string, string>>,

  run: {
    open: 'Prepare payouts',
    title: 'Prepare payouts',
    happens:
      'Creates one payout per teacher and currency for classes up to their last payout day. Safe to run again. No money moves yet.',
    date: 'Payout date',
    dateHint: 'IST, today or earlier',
    confirm: 'Prepare payouts',
    failed:
      'The server took too long. The run may still be in progress: check the list in a minute, and run it again if payouts are missing. Each payout is created once.',
    errors: { date: 'Enter a date', future: 'Enter today or an earlier date' },
    none: 'Nothing new to pay out.',
    made: (count: number, sum: string) => `${payoutCount(count)} prepared: ${sum} in total.`,
    earlier: (count: number, sum: string) =>
      `${payoutCount(count)} still to be paid from earlier runs: ${sum} in total.`,
    notMade: 'These payouts failed. The next run tries again; see the server log for the cause:',
    unpayable:
      'Not paid, no bank account on file:',
  },
  classes: (count: number) => (count === 1 ? '1 class' : `${count} classes`),

  bank: {
    open: 'Bank file',
    title: 'Download bank file',
    happens:
      'Contains payouts not exported before, with full account numbers. Upload the file unchanged (Excel drops leading zeros), then delete it. The download is logged.',
    again: 'Include payouts already exported but not yet paid',
    againHint: 'Only if a file was lost. Otherwise the bank could pay twice.',
    confirm: 'Download',
    done: (count: number) => `Bank file with ${payoutCount(count)} downloaded`,
    doubtful:
      'Check these before you upload the file. Its last column marks them.',
    none: 'All open payouts are already exported. Nothing was downloaded.',
    failed: 'We couldn’t create the bank file. Please try again.',
    file: (day: string) => `payouts-${day}.csv`,
  },

  back: 'All payouts',
  one: 'Payout',
  titleOf: (teacher: string) => `Payout to ${teacher}`,
  gone: 'This payout does not exist',
  oneLoading: 'Loading the payout',
  oneFailed: 'We couldn’t load the payout.',
  facts: {
    teacher: 'Teacher',
    amount: 'Amount',
    state: 'Status',
    cutOff: 'Classes before',
    account: 'Account',
    prepared: 'Prepared',
    handedOver: 'Exported to the bank',
    paid: 'Paid',
    reference: 'Reference',
    failure: 'Reason',
  },
  lines: {
    title: 'Classes in this payout',
    at: 'Class',
    student: 'Student',
    price: 'Price',
    net: 'Teacher earns',
    sum: 'Total',
    released: 'No classes left: they go into the next run.',
    most: 'Showing the first 1,000. The teacher’s statement lists them all.',
  },
  history: 'History',

  pay: {
    act: 'Mark paid',
    of: (teacher: string) => `Mark paid: ${teacher}`,
    title: 'Mark as paid?',
    happens: (amount: string, teacher: string, account: string) =>
      `${amount} to ${teacher}, account ${account}. We’ll email the teacher their statement.`,
    reference: 'Bank reference (UTR)',
    referenceHint: 'Shown on the teacher’s statement.',
    missing: 'Enter the bank reference',
    unlisted:
      'This payout hasn’t been exported to the bank. Only mark it paid if you’ve paid it yourself.',
    byHand: 'I’ve paid it myself',
    byHandMissing: 'Confirm that you’ve paid it',
    confirm: 'Mark paid',
    done: 'Payout marked as paid',
    failed: 'We couldn’t update the payout. Please try again.',
  },
  fail: {
    act: 'Mark failed',
    of: (teacher: string) => `Mark failed: ${teacher}`,
    title: 'Mark as failed?',
    happens: (amount: string, teacher: string, classes: string) =>
      `${amount} for ${teacher} was not paid. We still owe it, and ${classes} go into the next run. We’ll email the teacher. You can’t undo this.`,
    reasonHint: 'Included in the email to the teacher and saved in the audit log.',
    atTheBank: 'Exported to the bank',
    atTheBankHint:
      'Make sure that the bank will not pay it any more: the next run includes the same money again.',
    notAtTheBank: 'Not exported to the bank yet.',
    confirm: 'Mark failed',
    done: 'Payout marked as failed',
    failed: 'We couldn’t update the payout. Please try again.',
  },
  comeBack: {
    act: 'Mark as returned',
    of: (teacher: string) => `Mark as returned: ${teacher}`,
    title: 'Mark as returned?',
    happens: (amount: string, teacher: string, reference: string) =>
      `The bank returned ${amount} for ${teacher}, paid under ${reference}. We owe it again, and its classes go into the next run. We’ll email the teacher. You can’t undo this.`,
    reasonHint: 'What the bank says. Included in the email to the teacher and saved in the audit log.',
    confirm: 'Mark as returned',
    done: 'Payout returned',
    failed: 'We couldn’t update the payout. Please try again.',
  },
}
