import { msg } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** The rules of the student area in short (SPEC §2; D24, D36). */
export const termsCopy = defineTexts({
  title: msg`Terms & Conditions`,
  lead: msg`The rules of the student area, in short.`,
  sections: [
    {
      id: 'changes',
      heading: msg`Cancelling and moving classes`,
      points: [
        msg`A class cannot be cancelled within 12 hours of class time.`,
        {
          own: msg`Before you cancel or move a class, contact your teacher; then do it yourself under Active Classes.`,
          forChild: msg`Before you cancel or move a class, contact the teacher; then do it yourself under Active Classes.`,
        },
        msg`Cancel at least 24 hours before class and we refund your payment in full, or return your credit. From 24 to 12 hours before class you get a credit.`,
        msg`We start refunds within 1–2 business days. Your bank usually takes another 5–7 business days.`,
        {
          own: msg`A class that your teacher cancels is always refunded in full.`,
          forChild: msg`A class that the teacher cancels is always refunded in full.`,
        },
        msg`We reserve the right to charge fees for late cancellations.`,
      ],
    },
    {
      id: 'promotion',
      heading: msg`Promotion and discounts`,
      points: [
        msg`Students who join with a teacher’s invite code pay no platform fee for their first 60 days.`,
        msg`During a teacher’s launch period no commission is taken from classes with that teacher.`,
        msg`Discounts and coupons apply to the price of the class before fees, cannot be exchanged for money, and may end at any time for future purchases.`,
      ],
    },
    {
      /** Not shown for children, who earn no rewards. */
      id: 'referrals',
      heading: msg`Referral programme`,
      points: [
        msg({
          context: 'terms',
          message: 'Get 1 free class for each friend who takes their first class. Use it within 60 days.',
        }),
        msg`To qualify, add your friend under My Credits before they join, or email their name and email address to support.`,
        msg`The free class is credited after your friend’s first class, once for each friend.`,
      ],
    },
    {
      id: 'credits',
      heading: msg`Credits`,
      points: [
        msg`Class credits expire. You see the date under My Credits, and a warning in the last 7 days.`,
        msg`Credits that expire soonest are used first. An expired credit cannot be used.`,
      ],
    },
    {
      id: 'class',
      heading: msg`In class`,
      points: [
        msg`We are not responsible for technical issues on your side, such as connection, device or sound.`,
        msg`Please be on time. A class ends on time, even if it starts late.`,
      ],
    },
  ],
  questions: msg`Questions about these terms? Email`,
})
