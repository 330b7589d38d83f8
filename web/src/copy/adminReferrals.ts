/** Texts of referrals in the admin area (D29). */
export const adminReferralsCopy = {
  title: 'Referrals',
  lead: 'Friends whom students have named. Once a friend has taken a first class, the student gets a free one: by itself in the night, or at once if you give it.',
  loading: 'Loading referrals',
  loadFailed: 'The referrals could not be loaded.',
  empty: 'Nobody has named a friend yet',
  emptyHint: 'Students do so on their dashboard.',
  columns: {
    friend: 'Friend',
    student: 'Named by',
    at: 'Named',
    state: 'State',
    acts: 'Actions',
  },
  states: {
    named: 'Named',
    joined: 'Has joined',
    ready: 'Took a first class',
    granted: 'Free class given',
  } as Readonly<Record<string, string>>,
  grant: 'Give the free class',
  grantOf: (student: string, friend: string) => `Give the free class to ${student}, for ${friend}`,
  dialog: {
    title: (student: string) => `A free class for ${student}?`,
    happens: (student: string, friend: string) =>
      `${friend} has taken a first class, so ${student} gets 1 credit with their teacher, valid for 60 days. It is given once for each friend.`,
    confirm: 'Give the free class',
    done: (student: string) => `${student} has a free class`,
    failed: 'The free class could not be given. Please try again.',
  },
}
