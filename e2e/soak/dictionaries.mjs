/**
 * Configuration for schemathesis with the ids of all existing records, so that its requests do more
 * than return "not found". Half of its values come from here, the others are generated.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The table and column of each kind of id, and its type if it is not a UUID. */
const ID_COLUMNS = {
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

/** The kind of `{id}` in a path. */
const PATH_KINDS = [
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

const COMMON_PARAMETERS = {
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

/** The meaning of `code` in a body. */
const CODE_KINDS = [
  ['^/api/(admin/)?coupons', 'coupon'],
  ['^/api/admin/waitlist/', 'code'],
]

/** Authentication by security scheme. Schemathesis sometimes omits it, and expects to be rejected. */
function authConfig(headers) {
  const [, token] = headers.authorization?.split(' ') ?? []
  const [, session] = headers.cookie?.split('=') ?? []
  return [
    token ? `[auth.openapi.accessToken]\nbearer = "${token}"\n` : '',
    session ? `[auth.openapi.adminSession]\napi_key = "${session}"\n` : '',
  ]
}

/** The ids of all records, by kind. */
export async function readIds(database) {
  const ids = {}
  for (const [kind, [table, column, type = 'uuid']] of Object.entries(ID_COLUMNS)) {
    const selected = type === 'uuid' ? database.idText(column) : column
    ids[kind] = await database.column(
      `SELECT ${selected} FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column} LIMIT 200`,
    )
    // Requests would find nothing, and pass.
    if (ids[kind].length === 0) throw new Error(`there is no ${kind} in the school`)
  }
  return ids
}

/**
 * Writes a configuration into `folder` for requests with these `headers` by the owner of this email
 * address; returns its path.
 */
export function writeConfig(ids, folder, headers, email) {
  const dictionaries = Object.entries({ ...ids, ownAddress: [email] }).map(
    ([kind, values]) => `[dictionaries.${kind}]\nvalues = ${JSON.stringify(values)}\n`,
  )
  const bound = (pairs) =>
    Object.entries(pairs).map(
      ([where, kind]) => `${JSON.stringify(where)} = { dictionary = "${kind}", probability = 0.5 }\n`,
    )
  const parameters = new Map()
  const bind = (path, pairs) => parameters.set(path, { ...parameters.get(path), ...pairs })
  for (const [path, kind] of PATH_KINDS) bind(path, { 'path.id': kind })
  for (const [path, kind] of CODE_KINDS) bind(path, { 'body.code': kind })
  bind('^/api/admin/coupons/', { 'path.code': 'coupon' })
  const operations = [...parameters].map(
    ([path, pairs]) =>
      `[[operations]]\ninclude-path-regex = ${JSON.stringify(path)}\n[operations.parameters]\n${bound(pairs).join('')}`,
  )
  const file = join(folder, 'schemathesis.toml')
  const common = `[parameters]\n${bound(COMMON_PARAMETERS).join('')}`
  writeFileSync(file, [common, ...authConfig(headers), ...dictionaries, ...operations].join('\n'))
  return file
}
