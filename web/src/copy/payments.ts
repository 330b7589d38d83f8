import { registerCatalogue } from '@/lib/i18n'

/** Texts of packages, the list of payments and receipts. */
export const paymentsCopy = registerCatalogue('payments', {
  packages: {
    label: 'Packages of classes',
    buy: (classes: number) => `Buy ${classes} Classes`,
    classes: (classes: number) => `${classes} classes`,
    validity: (days: number) => `valid for ${days} days`,
    offer: (classes: number, each: string, days: number) =>
      `${classes} classes at ${each} before fees, valid for ${days} days`,
  },

  list: {
    title: 'Your payments',
    empty: 'You have not paid for anything yet.',
    loadFailed: 'We could not load your payments.',
    loading: 'Loading your payments',
    columns: { when: 'When', what: 'What', amount: 'Amount', state: 'Status' },
    state: {
      open: 'Waiting to be paid',
      checking: 'Being checked with the bank',
      paid: 'Paid',
      free: 'Free',
      refunding: 'On its way back to you',
      refunded: 'Refunded',
      expired: 'Not paid in time',
      cancelled: 'Given up',
      preparing: 'Waiting to be paid',
      failed: 'Not made',
    },
    continue: 'Continue payment',
    look: 'Look again',
    receipt: 'Receipt',
    receiptNamed: (what: string) => `for ${what}`,
  },

  receipt: {
    title: 'Receipt',
    number: 'Receipt number',
    issued: 'Issued',
    seller: 'From',
    buyer: 'For',
    teacher: 'Teacher',
    classOn: 'Class on',
    movedTo: 'Moved to',
    what: 'What',
    amount: 'Amount',
    total: 'Total paid',
    method: 'Paid by',
    methods: { card: 'Card', upi: 'UPI', netbanking: 'Net banking', wallet: 'Wallet', emi: 'EMI' },
    unknownMethod: 'Online payment',
    paidAt: 'Paid on',
    paymentId: 'Payment ID',
    nothingPaid: 'Nothing was charged',
    refunds: 'Refunds',
    print: 'Print or save as PDF',
    back: 'Back to My Credits',
    loading: 'Loading your receipt',
    loadFailed: 'We could not load this receipt.',
    missing: 'There is no such receipt.',
    questions: 'Questions about this payment? Write to',
  },
} as const)
