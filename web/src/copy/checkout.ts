import { registerCatalogue } from '@/lib/i18n'

/** Texts of the checkout. SPEC's texts are word for word (SPEC §8). */
export const checkoutCopy = registerCatalogue('checkout', {
  price: {
    title: 'Price',
    class: 'Class price',
    package: (classes: number) => `${classes} classes`,
    discount: (percent: number) => `Discount (${percent}%)`,
    serviceFee: 'Service fee',
    waived: 'waived',
    waivedHidden: (amount: string) => `${amount} waived, you pay`,
    providerFee: (percent: number) => `Payment provider fee (${percent}%)`,
    total: 'Total',
    loading: 'Working out the price',
    failed: 'We could not work out the price.',
    changed: 'The price has changed since you opened this. Here is the new one; nothing was charged.',
  },

  coupon: {
    label: 'Coupon code',
    optional: 'Optional',
    apply: 'Apply',
    applyShort: 'OK',
    remove: 'Remove',
    empty: 'Please enter a coupon code',
    invalid: 'Invalid coupon code',
    invalidOnOrder: 'Invalid coupon',
    notApplied: 'Failed to apply coupon',
    failed: 'Error validating coupon',
    applied: 'Discount applied!',
    appliedCode: (code: string, percent: number) => `${code}: ${percent}% off`,
  },

  pay: (total: string) => `Pay ${total}`,
  payFree: 'Book for free',
  tryAgain: 'Try again',
  testMode: 'Test mode: no real money moves.',
  blocked: 'An earlier payment of yours is still being checked. Wait for its answer before you pay again.',
  blockedByHeld:
    'Another purchase of yours is waiting to be paid. Finish it or give it back before you pay for this one.',
  showBlocked: 'Show that payment',

  failed: {
    booking: 'Failed to process booking',
    bookingBecause: (reason: string) => `Failed to process booking: ${reason}`,
    bulk: 'Failed to process bulk purchase',
    bulkBecause: (reason: string) => `Failed to process bulk purchase. ${reason}`,
    payment: (reason: string) => `Payment failed: ${reason}`,
    noReason: 'the bank gave no reason',
    slotStatus: (reason: string) => `Failed to update slot status: ${reason}`,
    verification: 'Payment verification failed',
    verify: 'Failed to verify payment. Please contact support.',
    lost: 'We lost the connection before an answer came. Nothing was charged. Try again: the seat will not be held twice.',
    unknown:
      'The server did not finish its answer. Nothing was charged. Try again: it will not be ordered twice.',
    script:
      'The payment window could not be loaded. Nothing was charged. Check your connection, or a blocker in your browser, and try again.',
    order: 'We could not read this payment. Please try again.',
    release: 'The seat could not be given back. Please try again.',
  },

  held: {
    title: { class: 'Your seat is waiting', package: 'Your purchase is waiting' },
    lead: {
      class: 'No payment has reached us yet. Pay before the time is up, and the class is yours.',
      package: 'No payment has reached us yet.',
    },
    asking: 'We’re checking whether your payment has arrived.',
    declined: {
      asking: 'We’re making sure nothing was charged…',
      asked: 'Nothing was charged. Try another way to pay.',
    },
    stillOpen: {
      class:
        'A payment request that is still open in your bank’s or UPI app can still be paid. Decline it there before you give the seat back.',
      package:
        'A payment request that is still open in your bank’s or UPI app can still be paid. Decline it there before you cancel this purchase.',
    },
    for: 'Held for you',
    expired: {
      checking: 'The time is up. We are asking whether a payment has arrived.',
      checked:
        'By the clock of this device the time is up. If the seat is still yours, you can pay now; no payment has reached us yet.',
    },
    continue: 'Continue payment',
    release: { class: 'Give the seat back', package: 'Cancel this purchase' },
    released: {
      class: 'You gave the seat back. Nothing was charged.',
      package: 'The purchase was cancelled. Nothing was charged.',
    },
    /** A payment may have been started. */
    releasedOpen: {
      class:
        'You gave the seat back. If you still approve the payment, we book the class if the hour is free, or send the money back.',
      package:
        'The purchase was cancelled. If you still approve the payment, you get the classes, or we send the money back.',
    },
    windowOpen: 'The payment window is open.',
    date: 'Class Date',
    time: 'Class Time',
    type: 'Class Type',
    package: 'Package',
    packageOf: (classes: number, days: number | null) =>
      days ? `${classes} classes, valid for ${days} days` : `${classes} classes`,
    total: 'Total',
  },

  verifying: {
    title: 'We are checking your payment',
    lead: 'This takes a few seconds as a rule. Please do not pay again.',
    slow: (email: string) =>
      `The bank takes longer than usual. You may close this: we go on checking, and write to ${email} either way.`,
    close: 'Close',
  },

  ended: {
    expired: {
      title: 'The time to pay is over',
      class:
        'The seat is free for others again. Nothing was charged. Should a payment still arrive, it books the class if the hour is free, and goes back to you if not.',
      package:
        'Nothing was charged. Should a payment still arrive, you get the classes it paid for, or the money goes back to you.',
    },
    cancelled: {
      title: 'This order was given up',
      class:
        'The seat is free for others again. Should a payment still arrive, it books the class if the hour is free, and goes back to you if not.',
      package:
        'Should a payment still arrive, you get the classes it paid for, or the money goes back to you.',
    },
    failed: {
      title: 'The order could not be made',
      class: 'The payment provider did not take it. Nothing was charged. Please choose the class again.',
      package: 'The payment provider did not take it. Nothing was charged. Please try again.',
    },
    returned: {
      title: { refunding: 'Your money is on its way back', refunded: 'Your money has gone back' },
      reasons: {
        seat_gone: 'Your payment came after the time was up, and by then somebody else had the seat.',
        student_busy:
          'Your payment came after the time was up, and by then you had another class at that hour.',
        coupon_gone:
          'Your payment came after the time was up, and by then the coupon could not be used any more.',
        amount_mismatch: 'The amount that arrived was not the price.',
        duplicate: 'This had been paid already.',
        not_bookable: 'By the time your payment came, the class could not be booked any more.',
        cancelled: 'The class was cancelled.',
      },
      other: 'Your payment could not be used.',
    },
    unverified: {
      title: 'Your payment is not confirmed',
      hint: 'If money has left your account, do not pay again. Write to us with the time and the amount:',
    },
    again: { class: 'Choose another time', package: 'Back to My Credits' },
    close: 'Close',
  },

  refund: {
    requested: (amount: string) =>
      `The refund of ${amount} will be started within 1-2 business days, to your original payment method.`,
    started: (amount: string) =>
      `The refund of ${amount} was started. It reaches your account within 5–7 working days.`,
    done: (amount: string, date: string | null) => `${amount} was refunded${date ? ` on ${date}` : ''}.`,
    failed: (amount: string) =>
      `The refund of ${amount} did not go through yet. Please write to support if you have not heard from us.`,
  },

  banner: {
    label: 'An unfinished payment',
    paying: { class: 'A class is waiting to be paid.', package: 'A package is waiting to be paid.' },
    verifying: 'We are checking your payment with the bank.',
    show: 'Show',
  },

  done: {
    booked: (day: string, time: string) => `Your class on ${day} at ${time} is booked.`,
    bookedPlain: 'Your class is booked.',
    bulk: 'Classes purchased successfully!',
  },

  package: {
    title: 'Complete Bulk Package Purchase',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    phoneHint: 'Optional. The payment window asks for it otherwise.',
    what: (classes: number, days: number) => `${classes} classes, valid for ${days} days`,
    noRefund: 'Packages are not refunded once they are bought; their credits can be spent until they expire.',
    policy: { path: '/refund-policy', label: 'Refund Policy' },
    confirm: 'Purchase Package',
    cancel: 'Cancel',
    close: 'Close',
  },

  class: {
    title: 'Book Your Class',
    way: 'How would you like to pay?',
    byCredits: (credits: number) => (credits === 1 ? 'Use 1 credit' : `Use ${credits} credits`),
    byMoney: (total: string | null) => (total ? `Pay ${total}` : 'Pay for this class'),
    lacking: (cost: number) =>
      cost === 1 ? 'You can pay for this class here.' : `It costs ${cost} credits. You can pay for it here.`,
    packages: 'Packages of 4 and 8 classes are under My Credits.',
    vanished: 'Somebody was a moment faster, or your teacher took the hour back. Nothing was charged.',
  },

  describe: {
    class: (type: string, day: string, time: string) => `${type} class, ${day}, ${time}`,
    package: (classes: number) => `${classes} class credits`,
  },
} as const)
