const payoutsAre = (count: number) => (count === 1 ? '1 payout is' : `${count} payouts are`)

/** Texts of payouts in the admin area. */
export const adminPayoutsCopy = {
  title: 'Payouts',
  lead: 'What teachers have earned, on its way to their banks.',
  show: 'Show',
  which: { prepared: 'To be paid', paid: 'Paid', failed: 'Failed', all: 'All' },
  loading: 'Loading payouts',
  loadFailed: 'The payouts could not be loaded.',
  empty: 'No payouts here',
  emptyHint: '“Prepare payouts” makes those that are due.',
  columns: {
    teacher: 'Teacher',
    amount: 'Amount',
    classes: 'Classes',
    cutOff: 'Held before',
    account: 'Account',
    state: 'State',
    acts: 'Actions',
  },
  doubt: (country: string, currency: string) =>
    `The account is in ${country}: the bank may not take ${currency} for it.`,
  inTable: 'At the bank since',
  inNoTable: 'In no bank table yet',
  states: { prepared: 'To be paid', paid: 'Paid', failed: 'Failed' } as Readonly<Record<string, string>>,

  run: {
    open: 'Prepare payouts',
    title: 'Prepare payouts',
    happens:
      'Makes one payout for each teacher and currency, of all classes that were held before the teacher’s last payout day: the 1st, and for some the 15th as well. No money moves yet; the bank table comes next. Run twice, it makes each payout once.',
    date: 'As on',
    dateHint: 'A day in India, today or earlier.',
    confirm: 'Prepare payouts',
    failed:
      'No answer came in time. The run may be going on: please look at the list in a minute, and run it again if payouts are missing. It makes each payout once.',
    errors: { date: 'Please enter a day', future: 'That day has not come yet.' },
    none: 'No payout was due that was not prepared before.',
    made: (count: number, sum: string) => `${payoutsAre(count)} prepared: ${sum} in all.`,
    earlier: (count: number, sum: string) =>
      `${payoutsAre(count)} still to be paid from runs before: ${sum} in all.`,
    notMade: 'These payouts could not be made. The next run tries again; the server’s log says why:',
    unpayable:
      'These teachers have earned something and told no bank account yet. Their classes wait for a later run:',
  },
  classes: (count: number) => (count === 1 ? '1 class' : `${count} classes`),

  bank: {
    open: 'Bank table',
    title: 'Download the bank table',
    happens:
      'Each payout is handed over once: the table holds those that were in none before. It has whole account numbers in it, so keep it no longer than the bank needs it. The audit log tells that you have taken it. Hand it to the bank as it is: a spreadsheet that saves it takes leading zeros and long digits from the account numbers.',
    again: 'With those of earlier tables that are still to be paid',
    againHint: 'Only if a table was lost: the bank must not be asked twice.',
    confirm: 'Download',
    done: (count: number) => (count === 1 ? 'The table holds 1 payout' : `The table holds ${count} payouts`),
    doubtful:
      'Please look into these before the bank does. The table marks all payouts of this kind in its last column.',
    none: 'Every payout that is to be paid was in an earlier table. Nothing was downloaded.',
    failed: 'The table could not be made. Please try again.',
    file: (day: string) => `payouts-${day}.csv`,
  },

  back: 'All payouts',
  one: 'Payout',
  titleOf: (teacher: string) => `Payout to ${teacher}`,
  gone: 'This payout does not exist',
  oneLoading: 'Loading the payout',
  oneFailed: 'The payout could not be loaded.',
  facts: {
    teacher: 'Teacher',
    amount: 'Amount',
    state: 'State',
    cutOff: 'Classes held before',
    account: 'Account',
    prepared: 'Prepared',
    handedOver: 'Handed to the bank',
    paid: 'Paid',
    reference: 'Reference',
    failure: 'The bank said',
  },
  lines: {
    title: 'Its classes',
    at: 'Class',
    student: 'Student',
    price: 'Worth',
    net: 'For the teacher',
    sum: 'Together',
    released: 'This payout has no classes any more: they go into the next run.',
    most: 'These are the first 1,000; the teacher’s statement lists them all.',
  },
  history: 'History',

  pay: {
    act: 'Mark paid',
    of: (teacher: string) => `Mark paid: ${teacher}`,
    title: 'Mark as paid?',
    happens: (amount: string, teacher: string, account: string) =>
      `${amount} has gone to ${teacher}, account ${account}. The teacher gets the statement by mail.`,
    reference: 'Reference of the bank',
    referenceHint: 'With which the bank finds the transfer again. Stands in the statement.',
    missing: 'Please give the bank’s reference',
    unlisted:
      'This payout was in no table for the bank yet. Marked as paid, it comes into none: the teacher gets nothing unless you have paid it by hand.',
    byHand: 'I have paid it by hand',
    byHandMissing: 'Please make sure that it was paid',
    confirm: 'Mark paid',
    done: 'The payout is marked as paid',
    failed: 'The payout could not be marked. Please try again.',
  },
  fail: {
    act: 'Mark failed',
    of: (teacher: string) => `Mark failed: ${teacher}`,
    title: 'Mark as failed?',
    happens: (amount: string, teacher: string, classes: string) =>
      `The bank has refused ${amount} for ${teacher}. We owe it again, and ${classes} go into the next run. The teacher gets a mail. This cannot be taken back.`,
    reasonHint: 'The teacher reads it in that mail. Stands in the audit log, too.',
    atTheBank: 'The bank has had it since',
    atTheBankHint:
      'Make sure that it will not be carried out any more: the next run asks the bank for the same money again.',
    notAtTheBank: 'It was in no table for the bank yet.',
    confirm: 'Mark failed',
    done: 'The payout is marked as failed',
    failed: 'The payout could not be marked. Please try again.',
  },
  comeBack: {
    act: 'Came back',
    of: (teacher: string) => `Came back: ${teacher}`,
    title: 'The money came back?',
    happens: (amount: string, teacher: string, reference: string) =>
      `The bank has sent ${amount} for ${teacher} back, which it had paid under ${reference}. The payout has failed after all: we owe the money again, and its classes go into the next run. The teacher gets a mail, and the teacher’s page says so. This cannot be taken back.`,
    reasonHint: 'What the bank says. The teacher reads it in that mail. Stands in the audit log, too.',
    confirm: 'It came back',
    done: 'The payout has failed after all',
    failed: 'The payout could not be marked. Please try again.',
  },
}
