import { registerCatalogue } from '@/lib/i18n'

/** Texts of the referral form and list (D29). */
export const friendsCopy = registerCatalogue('friends', {
  title: 'Bring a friend',
  lead: 'For each friend who takes a first class you get 1 free class, valid for 60 days.',
  how: 'We do not write to your friend: tell them yourself. To join they need a teacher’s invite code, and the e-mail address that you name here.',
  name: 'Your friend’s name',
  email: 'Your friend’s e-mail address',
  send: 'Name this friend',
  done: 'Thank you! Your free class comes when your friend has taken a first one.',
  failed: 'Your friend could not be named. Please try again.',
  tooMany: 'You have named 20 friends who have not taken a class yet. Name more when some of them have.',
  errors: {
    name: 'Please enter your friend’s name!',
    nameLong: 'Please use at most 200 characters',
    email: 'Please enter a valid email!',
    own: 'Please enter a friend’s email, not your own',
  },
  listTitle: 'Friends you have named',
  none: 'You have not named anybody yet.',
  unlisted:
    'Somebody who is here already, or whom another student named first, brings no free class and is not listed.',
  columns: { friend: 'Friend', named: 'Named on', state: 'Free class' },
  waiting: 'Comes after their first class',
  granted: (day: string) => `Given on ${day}`,
  loading: 'Loading your friends',
  loadFailed: 'We could not load the friends you have named.',
} as const)
