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
    loading: 'Loading the price',
    failed: 'We couldn’t load the price.',
    changed: 'The price has changed. This is the new one. Nothing was charged.',
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
  blocked: 'We’re still checking an earlier payment of yours. Wait for the result before you pay again.',
  blockedByHeld: 'Another purchase isn’t paid yet. Finish or release it before you pay for this one.',
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
    lost: 'We lost the connection. Nothing was charged. Try again: the seat won’t be held twice.',
    unknown: 'Something went wrong on our side. Nothing was charged. Try again: you won’t be charged twice.',
    script:
      'The payment window didn’t load. Nothing was charged. Check your connection or ad blocker, and try again.',
    order: 'We couldn’t load this payment. Please try again.',
    release: 'We couldn’t release the class. Please try again.',
  },

  held: {
    title: { class: 'We’re holding this class for you', package: 'Your purchase isn’t paid yet' },
    lead: {
      class: 'Pay before the time is up, and the class is yours.',
      package: 'Pay to get your classes.',
    },
    asking: 'We’re checking whether your payment has arrived.',
    declined: {
      asking: 'We’re making sure nothing was charged…',
      asked: 'Nothing was charged. Try another way to pay.',
    },
    stillOpen: {
      class:
        'If a UPI request is still open in your payment app, decline it there before you release this class.',
      package:
        'If a UPI request is still open in your payment app, decline it there before you cancel this purchase.',
    },
    for: 'Held for',
    expired: {
      checking: 'Time is up. We’re checking whether your payment has arrived.',
      checked: 'Time seems to be up. If the class is still held for you, you can pay now.',
    },
    continue: 'Continue payment',
    release: { class: 'Release this class', package: 'Cancel this purchase' },
    released: {
      class: 'Released. Nothing was charged.',
      package: 'Purchase cancelled. Nothing was charged.',
    },
    /** A payment may have been started. */
    releasedOpen: {
      class:
        'Released. If your payment still goes through, we’ll book the class if it’s open, or refund you.',
      package: 'Purchase cancelled. If your payment still goes through, you get the classes or a refund.',
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
    title: 'We’re checking your payment',
    lead: 'This usually takes a few seconds. Please don’t pay again.',
    slow: (email: string) =>
      `Your bank is taking longer than usual. You can close this. We’ll keep checking and email ${email} either way.`,
    close: 'Close',
  },

  ended: {
    expired: {
      title: 'Time to pay is up',
      class:
        'Others can book this class again. Nothing was charged. If your payment still goes through, we’ll book the class if it’s open, or refund you.',
      package: 'Nothing was charged. If your payment still goes through, you get the classes or a refund.',
    },
    cancelled: {
      title: 'This order was cancelled',
      class:
        'Others can book this class again. If your payment still goes through, we’ll book the class if it’s open, or refund you.',
      package: 'If your payment still goes through, you get the classes or a refund.',
    },
    failed: {
      title: 'We couldn’t place your order',
      class: 'The payment provider didn’t accept it. Nothing was charged. Please choose the class again.',
      package: 'The payment provider didn’t accept it. Nothing was charged. Please try again.',
    },
    returned: {
      title: { refunding: 'Your refund is on its way', refunded: 'Your payment was refunded' },
      reasons: {
        seat_gone: 'Your payment arrived after the time was up, and someone else had booked the class.',
        student_busy:
          'Your payment arrived after the time was up, and you had booked another class at that time.',
        coupon_gone: 'Your payment arrived after the time was up, and the coupon was no longer valid.',
        amount_mismatch: 'The amount paid didn’t match the price.',
        duplicate: 'You had already paid for this.',
        not_bookable: 'When your payment arrived, the class could no longer be booked.',
        cancelled: 'The class was cancelled.',
      },
      other: 'We couldn’t use your payment.',
    },
    unverified: {
      title: 'Your payment isn’t confirmed',
      hint: 'If money has left your account, don’t pay again. Email us the time and the amount:',
    },
    again: { class: 'Choose another time', package: 'Back to My Credits' },
    close: 'Close',
  },

  refund: {
    requested: (amount: string) =>
      `The refund of ${amount} will be started within 1-2 business days, to your original payment method.`,
    started: (amount: string) =>
      `The refund of ${amount} has started. It reaches your account within 5–7 working days.`,
    done: (amount: string, date: string | null) => `${amount} was refunded${date ? ` on ${date}` : ''}.`,
    failed: (amount: string) =>
      `The refund of ${amount} hasn’t gone through yet. Please email support if you haven’t heard from us.`,
  },

  banner: {
    label: 'An unfinished payment',
    class: (day: string, time: string) => `Your ${time} class on ${day} isn’t paid yet.`,
    package: 'Your package isn’t paid yet.',
    heldFor: 'We’re holding it for',
    verifying: 'We’re checking your payment with the bank.',
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
    phoneHint: 'Optional. Only used if we need to reach you about this purchase.',
    what: (classes: number, days: number) => `${classes} classes, valid for ${days} days`,
    noRefund: 'Packages can’t be refunded. Credits work until they expire.',
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
      cost === 1
        ? 'You can pay for this class here.'
        : `This class costs ${cost} credits. You can pay for it here.`,
    packages: 'Packages of 4 and 8 classes are under My Credits.',
    vanished: 'Someone else booked it, or your teacher removed it. Nothing was charged.',
  },

  describe: {
    class: (type: string, day: string, time: string) => `${type} class, ${day}, ${time}`,
    package: (classes: number) => `${classes} class credits`,
  },
} as const)
