/** The sections of the back office and the hashes that lead to them. */
const SECTIONS = [
  'approvals',
  'messages',
  'people',
  'bookings',
  'waitlist',
  'referrals',
  'orders',
  'refunds',
  'payouts',
  'coupons',
  'outbox',
  'books',
  'audit',
  'account',
] as const

export type Section = (typeof SECTIONS)[number]

export interface Place {
  section: Section
  /** What is opened within it: `#messages/<id>` is one message. */
  item: string | null
}

/** The place of a hash with or without its `#`, whatever it filters by; a missing or unknown one leads to the applications. */
export function placeOf(hash: string): Place {
  const [path = ''] = hash.replace(/^#/, '').split('?')
  const [name, ...rest] = path.split('/')
  const section = SECTIONS.find((known) => known === name) ?? 'approvals'
  return { section, item: rest.join('/') || null }
}
