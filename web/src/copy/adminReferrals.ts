/** Texts of referrals in the admin area (D29). */
export const adminReferralsCopy = {
  title: 'Referrals',
  rows: ['referral', 'referrals'] as const,
  lead: 'Friends named by students. After the friend’s first class, the student gets a free one: automatically overnight, or now if you grant it.',
  loading: 'Loading referrals',
  loadFailed: 'We couldn’t load the referrals.',
  empty: 'No referrals yet',
  emptyHint: 'Students name friends under My Credits.',
  columns: {
    friend: 'Friend',
    student: 'Named by',
    at: 'Named',
    state: 'Status',
    acts: 'Actions',
  },
  states: {
    named: 'Named',
    joined: 'Joined',
    ready: 'Took a first class',
    granted: 'Free class granted',
  } as Readonly<Record<string, string>>,
  grant: 'Grant free class',
  // Starts with the visible text, so that speech control finds the button.
  grantOf: (student: string, friend: string) => `Grant free class to ${student} for ${friend}`,
  dialog: {
    title: (student: string) => `A free class for ${student}?`,
    happens: (student: string, friend: string) =>
      `${friend} has taken a first class. ${student} gets 1 credit with their teacher, valid for 60 days, once per friend.`,
    confirm: 'Grant free class',
    done: (student: string) => `${student} has a free class`,
    failed: 'We couldn’t grant the free class. Please try again.',
  },
}
