import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'
import { localPath } from '@/lib/language'

const declined = msg`your bank or payment app declined it`
const wrongCode = msg`the code you entered was wrong`

const DECLINE_REASONS: Record<string, MessageDescriptor> = {
  payment_failed: declined,
  payment_declined: declined,
  card_declined: declined,
  payment_cancelled: msg`it was cancelled, or the bank took too long`,
  insufficient_funds: msg`there isn’t enough money in the account`,
  incorrect_otp: wrongCode,
  invalid_otp: wrongCode,
}

/** Texts of the checkout. SPEC's texts are word for word (SPEC §8). */
export const checkoutCopy = defineTexts({
  price: {
    title: msg`Price`,
    class: msg`Class price`,
    package: (classes: number) => t`${classes} classes`,
    discount: (percent: number) => t`Discount (${percent}%)`,
    serviceFee: msg({ context: 'checkout.price', message: 'Platform fee' }),
    waived: msg`waived`,
    waivedHidden: (amount: string) => t`${amount} waived, you pay`,
    providerFee: (percent: number) => t`Payment provider fee (${percent}%)`,
    total: msg`Total`,
    loading: msg`Loading the price`,
    failed: msg`We couldn’t load the price.`,
    changed: msg`The price has changed. This is the new one. Nothing was charged.`,
  },

  coupon: {
    label: msg`Coupon code`,
    optional: msg`Optional`,
    apply: msg`Apply`,
    applyShort: msg`OK`,
    remove: msg`Remove`,
    empty: msg`Please enter a coupon code`,
    invalid: msg`Invalid coupon code`,
    invalidOnOrder: msg`Invalid coupon`,
    notApplied: msg`Failed to apply coupon`,
    failed: msg`Error validating coupon`,
    applied: msg`Discount applied!`,
    appliedCode: (code: string, percent: number) => t`${code}: ${percent}% off`,
  },

  pay: (total: string) => t`Pay ${total}`,
  payFree: msg`Book for free`,
  tryAgain: msg`Try again`,
  testMode: msg`Test mode: no real money moves.`,
  blocked: msg`We’re still checking an earlier payment of yours. Wait for the result before you pay again.`,
  blockedByHeld: msg`Another purchase isn’t paid yet. Finish or release it before you pay for this one.`,
  showBlocked: msg`Show that payment`,

  failed: {
    booking: msg`Failed to process booking`,
    bookingBecause: (reason: string) => t`Failed to process booking: ${reason}`,
    bulk: msg`Failed to process bulk purchase`,
    bulkBecause: (reason: string) => t`Failed to process bulk purchase. ${reason}`,
    payment: (reason: string) => t`Payment failed: ${reason}`,
    noReason: msg`the bank gave no reason`,
    /** By the provider's codes of reasons. */
    reasons: DECLINE_REASONS,
    slotStatus: (reason: string) => t`Failed to update slot status: ${reason}`,
    verification: msg`Payment verification failed`,
    verify: msg`Failed to verify payment. Please contact support.`,
    lost: msg`We lost the connection. Nothing was charged. Try again: the seat won’t be held twice.`,
    unknown: msg`Something went wrong on our side. Nothing was charged. Try again: you won’t be charged twice.`,
    script: msg`The payment window didn’t load. Nothing was charged. Check your connection or ad blocker, and try again.`,
    order: msg`We couldn’t load this payment. Please try again.`,
    release: msg`We couldn’t release the class. Please try again.`,
  },

  held: {
    title: { class: msg`We’re holding this class for you`, package: msg`Your purchase isn’t paid yet` },
    lead: {
      class: msg`Pay within this time to keep your class.`,
      package: msg`Pay to get your classes.`,
    },
    asking: msg`We’re checking whether your payment has arrived.`,
    declined: {
      asking: msg`We’re making sure nothing was charged…`,
      asked: msg`You haven’t been charged. Try another way to pay.`,
    },
    /** The result of an attempt is unknown: the bank may still take the money. */
    unanswered: {
      title: msg`Your payment is still being processed`,
      class: msg`Your bank hasn’t answered yet. If it takes the payment, we’ll book this class or refund you, and email you. You don’t need to pay again.`,
      package: msg`Your bank hasn’t answered yet. If it takes the payment, we’ll add your credits and email you. You don’t need to pay again.`,
      cancel: msg`If you cancel and your bank still takes the payment, we’ll refund it in full.`,
      again: msg`Try another way to pay`,
    },
    stillOpen: {
      class: msg`If a UPI request is still open in your payment app, decline it there before you release this class.`,
      package: msg`If a UPI request is still open in your payment app, decline it there before you cancel this purchase.`,
    },
    for: { class: msg`Held for`, package: msg`Time left to pay` },
    expired: {
      checking: msg`Time is up. We’re checking whether your payment has arrived.`,
      checked: msg`Time seems to be up. If the class is still held for you, you can pay now.`,
    },
    continue: msg`Continue payment`,
    release: { class: msg`Release this class`, package: msg`Cancel this purchase` },
    released: {
      class: msg`Released. Nothing was charged.`,
      package: msg`Purchase cancelled. Nothing was charged.`,
    },
    /** A payment may have been started. */
    releasedOpen: {
      class: msg`You’ve released this class. If your bank still takes the payment, we’ll refund it in full.`,
      package: msg`Purchase cancelled. If your bank still takes the payment, we’ll refund it in full.`,
    },
    windowOpen: msg`The payment window is open.`,
    date: msg`Class Date`,
    time: msg`Class Time`,
    type: msg`Class Type`,
    teacher: msg`Teacher`,
    package: msg`Package`,
    packageOf: (classes: number, days: number | null) =>
      days ? t`${classes} classes, valid for ${days} days` : t`${classes} classes`,
    total: msg`Total`,
  },

  /** The seat of an unpaid order is gone, for example because the teacher cancelled the class. */
  seatLost: {
    title: msg`We’re no longer holding this class`,
    lead: msg`It may have been cancelled. You haven’t been charged so far. If your payment still goes through, we’ll book the class if it’s open, or refund you.`,
  },

  verifying: {
    title: msg`We’re checking your payment`,
    lead: msg`This usually takes a few seconds. Please don’t pay again.`,
    slow: (email: string) =>
      t`Your bank is taking longer than usual. You can close this. We’ll keep checking and email ${email} either way.`,
    close: msg`Close`,
  },

  ended: {
    expired: {
      title: msg`Your time to pay has run out`,
      class: msg`Others can book this class again. You haven’t been charged so far. If your payment still goes through, we’ll book the class if it’s open, or refund you.`,
      package: msg`You haven’t been charged so far. If your payment still goes through, you get the classes or a refund.`,
    },
    cancelled: {
      title: msg`This order was cancelled`,
      class: msg`Others can book this class again. If your payment still goes through, we’ll book the class if it’s open, or refund you.`,
      package: msg`If your payment still goes through, you get the classes or a refund.`,
    },
    /** The student cancelled the purchase. */
    orderCancelled: {
      class: msg`Others can book this class again. If your bank still takes the payment, we’ll refund it in full.`,
      package: msg`If your bank still takes the payment, we’ll refund it in full.`,
    },
    classCancelled: {
      title: msg`Your teacher cancelled this class`,
      text: msg`You haven’t been charged so far. If your payment still goes through, we’ll refund you in full.`,
    },
    failed: {
      title: msg`We couldn’t place your order`,
      class: msg`The payment provider didn’t accept it. Nothing was charged. Please choose the class again.`,
      package: msg`The payment provider didn’t accept it. Nothing was charged. Please try again.`,
    },
    returned: {
      title: { refunding: msg`Your refund is on its way`, refunded: msg`Your payment was refunded` },
      reasons: {
        seat_gone: msg`Your payment arrived after the time was up, and someone else had booked the class.`,
        student_busy: msg`Your payment arrived after the time was up, and you had booked another class at that time.`,
        coupon_gone: msg`Your payment arrived after the time was up, and the coupon was no longer valid.`,
        amount_mismatch: msg`The amount paid didn’t match the price.`,
        duplicate: msg`You had already paid for this.`,
        not_bookable: msg`When your payment arrived, the class could no longer be booked.`,
        cancelled: msg`The class was cancelled.`,
      },
      orderCancelled: {
        class: msg`Your payment arrived after you released this class.`,
        package: msg`Your payment arrived after you cancelled this purchase.`,
      },
      other: msg`We couldn’t use your payment.`,
    },
    unverified: {
      title: msg`Your payment isn’t confirmed`,
      hint: msg`If money has left your account, don’t pay again. Email us the time and the amount:`,
    },
    again: { class: msg`Choose another time`, package: msg`Back to My Credits` },
    close: msg`Close`,
  },

  refund: {
    requested: (amount: string) =>
      t`We’ll start your refund of ${amount} within 1–2 business days. It goes back to your original payment method.`,
    started: (amount: string) =>
      t`The refund of ${amount} has started. It reaches your account within 5–7 business days.`,
    done: (amount: string, date: string | null) =>
      date ? t`Refund of ${amount} started on ${date}.` : t`Refund of ${amount} started.`,
    failed: (amount: string) =>
      t`The refund of ${amount} hasn’t gone through yet. Please email support if you haven’t heard from us.`,
  },

  banner: {
    label: msg`An unfinished payment`,
    class: (day: string, time: string) => t`Your ${time} class on ${day} isn’t paid yet.`,
    package: msg`Your package isn’t paid yet.`,
    heldFor: { class: msg`We’re holding it for`, package: msg`Time left to pay:` },
    verifying: msg`We’re checking your payment with the bank.`,
    show: msg`Show`,
  },

  done: {
    booked: (day: string, time: string) => t`Your class on ${day} at ${time} is booked.`,
    bookedPlain: msg`Your class is booked.`,
    bulk: msg`Classes purchased successfully!`,
  },

  package: {
    title: msg`Complete Bulk Package Purchase`,
    name: msg`Name`,
    email: msg`Email`,
    phone: msg`Phone`,
    phoneHint: msg`Optional. Your teacher sees it and can call or message you about your classes.`,
    phoneInvalid: msg`Please enter a valid phone number, or leave it empty`,
    what: (classes: number, days: number) => t`${classes} classes, valid for ${days} days`,
    noRefund: msg`Packages can’t be refunded. You can book with your credits until they expire.`,
    policy: {
      get path() {
        return localPath('/refund-policy')
      },
      label: msg`Refund Policy`,
    },
    confirm: msg`Purchase Package`,
    cancel: msg`Cancel`,
    close: msg`Close`,
  },

  class: {
    title: msg`Book Your Class`,
    way: msg`How would you like to pay?`,
    byCredits: (credits: number) => plural(credits, { one: 'Use # credit', other: 'Use # credits' }),
    byMoney: (total: string | null) =>
      total ? t({ context: 'checkout.class', message: `Pay ${total}` }) : t`Pay for this class`,
    free: msg`Free`,
    lacking: (cost: number) =>
      plural(cost, {
        one: 'You can pay for this class here.',
        other: 'This class costs # credits. You can pay for it here.',
      }),
    packages: msg`Packages of 4 and 8 classes are under My Credits.`,
    vanished: msg`Someone else booked it, or your teacher removed it. Nothing was charged.`,
  },

  describe: {
    class: (type: string, day: string, time: string) => t`${type} class, ${day}, ${time}`,
    package: (classes: number) => t`${classes} class credits`,
  },
})
