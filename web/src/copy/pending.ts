import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the page for teachers who wait for approval. SPEC's texts are word for word. */
export const pendingCopy = defineTexts({
  title: msg`Your Teacher Profile is Pending Verification`,
  lead: msg`Review takes 1-2 business days.`,
  cards: [
    {
      title: msg`Under Review`,
      text: msg`Our team is reviewing your application.`,
    },
    {
      title: msg`Email Notification`,
      text: msg`We’ll email you as soon as we’ve decided.`,
    },
    {
      title: msg`Get Ready`,
      text: msg`While you wait, plan your weekly hours and which students to invite.`,
    },
  ],
  submitted: (date: string) => t`Submitted on ${date}.`,
  refresh: msg`Check status`,
  checked: (time: string) => t`Still under review (checked at ${time}).`,
  sent: msg`What you sent us`,
  sentHint: msg`To change something, write to us.`,
  sentFailed: msg`We couldn’t load your answers.`,
  support: msg`Questions? Write to us:`,
  contact: msg`Contact Support`,
})
