/** Texts that the front page needs only when it is built, so that no script contains them. */
import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** The offer below the header, and the notice for browsers without scripts. */
export const bannerCopy = defineTexts({
  label: msg`Offer for teachers`,
  lead: msg`Limited Time Offer:`,
  text: msg` First 100 teachers get 3 months FREE access and 2 months commission-free payments for your students!`,
  withoutScripts: (email: string) =>
    t`Signing in and joining the waitlist need JavaScript, which is off in your browser. You can also write to ${email}.`,
})

/** Title and description of the front page, for search engines and previews. */
export const siteMetaCopy = defineTexts({
  title: (product: string) => t`${product} · live dance classes by invitation`,
  description: msg`Live video classes in Indian classical dance, one teacher and one hour at a time. Join with your teacher’s invite code.`,
})

export const stepsCopy = defineTexts({
  title: msg`How it works`,
  choice: msg`Show the steps for`,
  audiences: { teachers: msg`For Teachers`, students: msg`For Students` },
  teachers: [
    {
      title: msg`Set your hours`,
      text: msg`Set your weekly hours once, in your time zone. Students book them as classes.`,
    },
    {
      title: msg`Share your invite code`,
      text: msg`Only people you invite can book with you. Your students join with your code and learn with you alone.`,
    },
    {
      title: msg`Teach`,
      text: msg`We send each student a calendar invitation with your meeting link. You open the call and teach.`,
    },
  ],
  students: [
    {
      title: msg`Use your invite code`,
      text: msg`Your teacher sends you a code. It unlocks their calendar.`,
    },
    {
      title: msg`Choose a time`,
      text: msg`See every open time in your time zone, wherever your teacher is, and book it in two taps.`,
    },
    {
      title: msg`Dance`,
      text: msg`You get a confirmation and a calendar invitation by email. Join by video when class starts.`,
    },
  ],
})

export const teachersCopy = defineTexts({
  title: msg`Who teaches here`,
  example: (rupees: string, dollars: string) =>
    t`One-hour classes from ${rupees} or ${dollars}, all fees included.`,
  how: msg`You join with your teacher’s invite link. No link yet? Join the waitlist, and we’ll email you.`,
})

export const featuresCopy = defineTexts({
  title: msg`Made for students who mean it`,
  lead: msg`One teacher who knows you, and nothing in between.`,
  list: [
    {
      title: msg`A teacher who sees you`,
      text: msg`Classes are live by video. Your teacher watches every step and corrects it while you dance.`,
    },
    {
      title: msg`Private, group or duet`,
      text: msg`One-to-one, in a pair, or in a small group.`,
    },
    {
      title: msg`Your time zone`,
      text: msg`Every class is shown in your time zone, even when clocks change.`,
    },
    {
      title: msg`Pay by class, or ahead`,
      text: msg`One class by card or UPI, or 4 or 8 classes as credits, valid for 30 and 60 days.`,
    },
    {
      title: msg`Plans may change`,
      text: msg`Cancel 24 hours ahead for a full refund. Move a class until 12 hours before it starts.`,
    },
    {
      title: msg`No platform fee at first`,
      text: msg`With your teacher’s code you pay no platform fee for your first 60 days.`,
    },
  ],
  picture: {
    days: [msg`Mon 12`, msg`Tue 13`, msg`Wed 14`],
    /** As messages: the formatter of times would be loaded by the page, which needs no script for this. */
    times: {
      '06:00': msg`6:00 am`,
      '07:00': msg`7:00 am`,
      '08:00': msg`8:00 am`,
      '17:30': msg`5:30 pm`,
      '18:30': msg`6:30 pm`,
      '19:00': msg`7:00 pm`,
    },
    booked: msg`Your class is booked`,
    when: msg`Wednesday, 7:00 pm, your time`,
  },
})

export const testimonialCopy = defineTexts({ title: msg`A word from our students` })

export const faqCopy = defineTexts({
  title: msg`Good to know`,
  questions: (product: string) => [
    {
      question: t`What is ${product}?`,
      answer: t`${product} connects teachers of dance, above all of the Indian classical forms, with students for live video classes. It is by invitation: a student joins with a teacher’s code and books that teacher’s hours.`,
    },
    {
      question: t`How do I list my classes as a teacher?`,
      answer: t`Create your profile, set your hours and your price. We read every application ourselves, which takes 1–2 business days. Once you’re approved, students with your invite code can book your hours.`,
    },
    {
      question: t`How do payments work?`,
      answer: t`Students pay for a class by card or UPI through Razorpay, in rupees or US dollars, or use credits that they have bought 4 or 8 at a time. You see the full price, fees included, before you pay. We never see a card number.`,
    },
    {
      question: t`Can I cancel a class?`,
      answer: t`Yes. 24 hours or more before class you get a full refund, and a credit comes back as that credit. From 24 to 12 hours before you receive a credit for a future class. Within 12 hours a class can’t be cancelled. If the teacher cancels, you always get a full refund.`,
    },
    {
      question: t`How and when are teachers paid?`,
      answer: t`Monthly on the 1st, or bi-weekly on the 1st and the 15th, to your bank account, for every class since the last payout. For your first 3 months we take no commission. After that it falls from 20% to 10% with the hours you’ve taught.`,
    },
  ],
})

export const supportCopy = defineTexts({
  title: msg`Questions?`,
  text: msg`We aim to reply within 24 hours.`,
  action: msg`Contact Support`,
})
