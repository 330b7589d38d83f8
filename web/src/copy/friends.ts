import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the referral form and list (D29). */
export const friendsCopy = defineTexts({
  title: msg`Invite a friend`,
  lead: msg`Get 1 free class for each friend who takes their first class. Use it within 60 days.`,
  how: msg`We won’t email them. Send them your teacher’s invite link, and ask them to sign up with the email address you enter here.`,
  invite: {
    title: msg`Your teacher’s invite link`,
    copy: msg`Copy link`,
    copied: msg`Link copied`,
    copyFailed: msg`Your browser blocked copying. Select the link and copy it.`,
    whatsapp: msg`Share on WhatsApp`,
    message: (link: string) => t`Learn dance with my teacher, live on video. Join here: ${link}`,
    loading: msg`Loading the invite link`,
    loadFailed: msg`We couldn’t load the invite link.`,
    none: msg`Your teacher has no invite link at the moment.`,
  },
  name: msg`Your friend’s name`,
  email: msg`Your friend’s email`,
  send: msg`Add friend`,
  done: msg`Thank you! If your friend is new here, you get a free class after their first one.`,
  failed: msg`We couldn’t add your friend. Please try again.`,
  tooMany: msg`You have 20 friends waiting for their first class. You can add more after some of them have taken it.`,
  errors: {
    name: msg`Please enter your friend’s name`,
    nameLong: msg`Please use at most 200 characters`,
    email: msg`Please enter a valid email`,
    own: msg`Please enter a friend’s email, not your own`,
  },
  listTitle: msg`Friends you’ve invited`,
  none: msg`No friends added yet.`,
  unlisted: msg`Friends who already have an account, or were invited by someone else, don’t count and won’t appear here.`,
  columns: { friend: msg`Friend`, named: msg`Added`, state: msg`Free class` },
  waiting: msg`After their first class`,
  granted: (day: string) => t`Received on ${day}`,
  loading: msg`Loading your friends`,
  loadFailed: msg`We couldn’t load the friends you’ve invited.`,
})
