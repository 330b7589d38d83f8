import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of packages, the list of payments and receipts. */
export const paymentsCopy = defineTexts({
  packages: {
    label: msg`Packages of classes`,
    buy: (classes: number) => t`Buy ${classes} Classes`,
    classes: (classes: number) => t`${classes} classes`,
    validity: (days: number) => t`valid for ${days} days`,
    offer: (classes: number, each: string, days: number) =>
      t`${classes} classes · ${each} each, fees included · book within ${days} days`,
    saving: (percent: string) => t`Save ${percent}%`,
  },

  list: {
    title: msg`Your payments`,
    empty: msg`No payments yet.`,
    loadFailed: msg`We couldn’t load your payments.`,
    loading: msg`Loading your payments`,
    columns: { when: msg`When`, what: msg`What`, amount: msg`Amount`, state: msg`Status` },
    state: {
      open: msg`Not paid yet`,
      checking: msg`Checking with your bank`,
      paid: msg({ context: 'payments.list.state', message: 'Paid' }),
      free: msg`Free`,
      refunding: msg`Refund started`,
      /** The provider has carried it out; the bank still needs some days (D36). */
      refunded: msg`Refund started`,
      expired: msg`Not paid in time`,
      cancelled: msg`Cancelled`,
      preparing: msg`Not paid yet`,
      failed: msg`Failed`,
    },
    continue: msg`Continue payment`,
    look: msg`Check again`,
    receipt: msg`Receipt`,
    receiptNamed: (what: string) => t`for ${what}`,
  },

  receipt: {
    title: msg`Receipt`,
    number: msg`Receipt number`,
    issued: msg`Issued`,
    seller: msg({ context: 'payments.receipt', message: 'From' }),
    buyer: msg`For`,
    teacher: msg`Teacher`,
    classOn: msg`Class on`,
    movedTo: msg`Moved to`,
    what: msg({ context: 'payments.receipt', message: 'What' }),
    amount: msg`Amount`,
    coupon: (codeAndPercent: string) => t`Coupon ${codeAndPercent}`,
    total: msg`Total paid`,
    method: msg`Paid by`,
    methods: {
      card: msg`Card`,
      upi: msg`UPI`,
      netbanking: msg`Net banking`,
      wallet: msg`Wallet`,
      emi: msg`EMI`,
    },
    unknownMethod: msg`Online payment`,
    paidAt: msg`Paid on`,
    paymentId: msg`Payment ID`,
    nothingPaid: msg`Nothing was charged`,
    refunds: msg`Refunds`,
    print: msg`Print or save as PDF`,
    back: msg`Back to My Credits`,
    loading: msg`Loading your receipt`,
    loadFailed: msg`We couldn’t load this receipt.`,
    missing: msg`We couldn’t find this receipt.`,
    questions: msg`Questions about this payment? Email`,
  },
})
