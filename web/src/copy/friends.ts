import { registerCatalogue } from '@/lib/i18n'

/** Texts of the referral form and list (D29). */
export const friendsCopy = registerCatalogue('friends', {
  title: 'Invite a friend',
  lead: 'For each friend who takes a first class you get 1 free class, valid for 60 days.',
  how: 'We won’t email them. Share your teacher’s invite code, and ask them to sign up with this email address.',
  name: 'Your friend’s name',
  email: 'Your friend’s email',
  send: 'Add friend',
  done: 'Friend added. You get your free class after their first class.',
  failed: 'We couldn’t add your friend. Please try again.',
  tooMany:
    'You have 20 friends waiting for their first class. You can add more after some of them have taken it.',
  errors: {
    name: 'Please enter your friend’s name!',
    nameLong: 'Please use at most 200 characters',
    email: 'Please enter a valid email!',
    own: 'Please enter a friend’s email, not your own',
  },
  listTitle: 'Friends you’ve invited',
  none: 'No friends added yet.',
  unlisted:
    'Friends who already have an account, or were invited by someone else, don’t count and won’t appear here.',
  columns: { friend: 'Friend', named: 'Added', state: 'Free class' },
  waiting: 'After their first class',
  granted: (day: string) => `Received on ${day}`,
  loading: 'Loading your friends',
  loadFailed: 'We couldn’t load the friends you’ve invited.',
} as const)
