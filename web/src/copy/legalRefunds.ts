import type { LegalNames, LegalText } from './legal'

/** Refund policy (SPEC §2, §9; D24, D36) in our own words. The program applies these rules automatically. */
export const refunds = ({ product, email }: LegalNames): LegalText => ({
  title: 'Refund Policy',
  description: `What comes back when a class on ${product} is cancelled or moved, and when.`,
  lead: 'Refunds depend on when you cancel, not why.',
  updated: 'Jan 22, 2025',
  sections: [
    {
      heading: 'Class cancellations',
      body: [
        [
          '24 hours or more before class: a full refund of everything you paid, fees included. A class booked with a credit gives that credit back.',
          'From 24 to 12 hours before class: no refund of money, but a credit toward a future class of equal or lesser value. It is valid for 60 days. A class booked with a credit gives that credit back.',
          'Less than 12 hours before class: the class can no longer be cancelled, and there is neither a refund nor a credit. This includes the last 4 hours before class.',
          'If you do not come (a no-show), the class counts as taken.',
        ],
        'A credit that comes back keeps its expiry, or has 7 days from the cancellation if that is later.',
        'When your teacher or we cancel, you always get everything back, however late it is.',
      ],
    },
    {
      heading: 'How to cancel',
      body: [
        'Open My Classes, Active Classes, find the class and choose Cancel class. You’ll see exactly what you get back before you confirm. We email your teacher.',
        `You and your teacher receive a message, and the calendar invitation is cancelled. If you cannot sign in, write to ${email} from the address of your account; the time at which your message arrives counts.`,
      ],
    },
    {
      heading: 'Payments and refund timelines',
      body: [
        'Refunds go to the original method of payment: the same card, account or UPI address. We start them within 1–2 business days, usually within minutes. Your bank usually takes another 5–7 business days.',
        'A payment that arrives twice, with a wrong amount, or too late for its class goes back in full without your asking.',
        'Packages can’t be refunded, and their credits can be used until they expire. Bought one by mistake and haven’t used it? Write to us.',
        'A coupon that was used for a class with a full refund can be used again.',
      ],
    },
    {
      heading: 'Rescheduling',
      body: [
        'Until 12 hours before class, you can move it to any open time with the same teacher at the same price, as often as you like, at no charge.',
      ],
    },
    {
      heading: 'Exceptions',
      body: [
        'If something serious, or a mistake on our side, kept you from class, write to us. We decide such cases one by one and may give more than this policy promises, never less.',
        `This doesn’t affect your legal rights as a consumer. Questions: ${email}.`,
      ],
    },
  ],
})
