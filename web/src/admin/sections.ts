/** Sections of the admin area and their URL hashes. */
const ADMIN_SECTIONS = [
  'today',
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
  'admins',
  'account',
] as const

export type AdminSection = (typeof ADMIN_SECTIONS)[number]

export interface AdminRoute {
  section: AdminSection
  /** Item within the section: `#messages/<id>` is one message. */
  item: string | null
}

/**
 * Section and item of a hash with or without `#` and filters; missing or unknown sections become
 * the start page.
 */
export function parseAdminHash(hash: string): AdminRoute {
  const [path = ''] = hash.replace(/^#/, '').split('?')
  const [name, ...rest] = path.split('/')
  const section = ADMIN_SECTIONS.find((candidate) => candidate === name) ?? 'today'
  return { section, item: rest.join('/') || null }
}
