/**
 * What schemathesis is told of the school: ids of everything that is there, whosever it is, so that its calls get past "not found". Half of
 * what it sends are these, the others are its own.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where each kind of thing has its id, and whether that is a UUID. */
const KINDS = {
  teacher: ['teachers', 'person_id'],
  student: ['students', 'person_id'],
  person: ['people', 'id'],
  slot: ['slots', 'id'],
  booking: ['bookings', 'id'],
  order: ['orders', 'id'],
  providerOrder: ['orders', 'provider_order_id', 'text'],
  lot: ['credit_lots', 'id'],
  payout: ['payouts', 'id'],
  refund: ['refunds', 'id'],
  message: ['support_messages', 'id'],
  mail: ['outbox', 'id'],
  referral: ['referrals', 'id'],
  waiting: ['waitlist', 'id'],
  invitation: ['waitlist_invitations', 'id'],
  coupon: ['coupons', 'code', 'text'],
  code: ['teachers', 'invite_code', 'text'],
}

/** Which of them a path's `{id}` means. */
const PATHS = [
  ['^/api/admin/(approve|reject)-teacher/', 'teacher'],
  ['^/api/teacher/students/', 'student'],
  ['^/api/(admin|teacher)/payouts/', 'payout'],
  ['^/api/teacher/\\{id\\}/', 'teacher'],
  ['^/api/(admin/)?bookings/', 'booking'],
  ['^/api/(admin/)?orders/', 'order'],
  ['^/api/admin/credit-lots/', 'lot'],
  ['^/api/admin/messages/', 'message'],
  ['^/api/admin/outbox/', 'mail'],
  ['^/api/admin/people/', 'person'],
  ['^/api/admin/referrals/', 'referral'],
  ['^/api/admin/refunds/', 'refund'],
  ['^/api/admin/waitlist/', 'waiting'],
  ['^/api/waitlist/leave/', 'invitation'],
]

const EVERYWHERE = {
  'path.slotId': 'slot',
  'query.teacherId': 'teacher',
  'query.studentId': 'student',
  'body.slotId': 'slot',
  'body.teacherId': 'teacher',
  'body.studentId': 'student',
  'body.bookingId': 'booking',
  'body.order_id': 'providerOrder',
  'body.couponCode': 'coupon',
  'body.referralCode': 'code',
  'query.code': 'code',
  'query.referralCode': 'code',
  'body.email': 'ownAddress',
  'body.studentEmail': 'ownAddress',
  'query.email': 'ownAddress',
}

/** What `code` means in a body. */
const CODES = [
  ['^/api/(admin/)?coupons', 'coupon'],
  ['^/api/admin/waitlist/', 'code'],
]

/** How it signs in, by the names of the schemes in the description; it leaves that out now and then, and expects to be refused. */
function signIn(headers) {
  const [, token] = headers.authorization?.split(' ') ?? []
  const [, session] = headers.cookie?.split('=') ?? []
  return [
    token ? `[auth.openapi.accessToken]\nbearer = "${token}"\n` : '',
    session ? `[auth.openapi.adminSession]\napi_key = "${session}"\n` : '',
  ]
}

/** The ids of everything that is there, by kind. */
export async function readIds(database) {
  const ids = {}
  for (const [kind, [table, column, type = 'uuid']] of Object.entries(KINDS)) {
    const shown = type === 'uuid' ? database.shownId(column) : column
    ids[kind] = await database.column(
      `SELECT ${shown} FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column} LIMIT 200`,
    )
    // Then its calls would find nothing, and pass.
    if (ids[kind].length === 0) throw new Error(`there is no ${kind} in the school`)
  }
  return ids
}

/** Writes a configuration into `folder`, for whoever sends these `headers` and has this address; the answer is its path. */
export function writeKnown(ids, folder, headers, email) {
  const dictionaries = Object.entries({ ...ids, ownAddress: [email] }).map(
    ([kind, values]) => `[dictionaries.${kind}]\nvalues = ${JSON.stringify(values)}\n`,
  )
  const bound = (pairs) =>
    Object.entries(pairs).map(
      ([where, kind]) => `${JSON.stringify(where)} = { dictionary = "${kind}", probability = 0.5 }\n`,
    )
  const parameters = new Map()
  const bind = (path, pairs) => parameters.set(path, { ...parameters.get(path), ...pairs })
  for (const [path, kind] of PATHS) bind(path, { 'path.id': kind })
  for (const [path, kind] of CODES) bind(path, { 'body.code': kind })
  bind('^/api/admin/coupons/', { 'path.code': 'coupon' })
  const operations = [...parameters].map(
    ([path, pairs]) =>
      `[[operations]]\ninclude-path-regex = ${JSON.stringify(path)}\n[operations.parameters]\n${bound(pairs).join('')}`,
  )
  const file = join(folder, 'schemathesis.toml')
  const everywhere = `[parameters]\n${bound(EVERYWHERE).join('')}`
  writeFileSync(file, [everywhere, ...signIn(headers), ...dictionaries, ...operations].join('\n'))
  return file
}
