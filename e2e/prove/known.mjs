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
  coupon: ['coupons', 'code', 'text'],
  code: ['teachers', 'invite_code', 'text'],
}

/** Which of them a path's `{id}` means; the first that fits counts. */
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
  ['^/api/(admin/)?waitlist/', 'waiting'],
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
}

/** How it signs in, by the names of the schemes in the description; it leaves that out now and then, and expects to be refused. */
function signIn(headers) {
  const [, token] = headers.authorization?.split(' ') ?? []
  const [, session] = headers.cookie?.split('=') ?? []
  return [
    token ? `[auth.openapi.accessToken]\nbearer = "${token}"\n` : '',
    session ? `[auth.openapi.adminSession]\napi_key = "${session}"\n` : '',
  ]
}

/** Writes a configuration into `folder`, for whoever sends these `headers`; the answer is its path. */
export async function writeKnown(database, folder, headers) {
  const dictionaries = []
  const there = new Set()
  for (const [kind, [table, column, type = 'uuid']] of Object.entries(KINDS)) {
    const shown = type === 'uuid' ? database.shownId(column) : column
    const values = await database.column(
      `SELECT ${shown} FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column} LIMIT 200`,
    )
    if (values.length === 0) continue
    there.add(kind)
    dictionaries.push(`[dictionaries.${kind}]\nvalues = ${JSON.stringify(values)}\n`)
  }
  const bound = (pairs) =>
    Object.entries(pairs)
      .filter(([, kind]) => there.has(kind))
      .map(([where, kind]) => `${JSON.stringify(where)} = { dictionary = "${kind}", probability = 0.5 }\n`)
      .join('')
  const operations = PATHS.map(
    ([path, kind]) =>
      `[[operations]]\ninclude-path-regex = ${JSON.stringify(path)}\n[operations.parameters]\n${bound({ 'path.id': kind })}`,
  )
  const coupons = `[[operations]]\ninclude-path-regex = "^/api/(admin/)?coupons/"\n[operations.parameters]\n${bound({ 'path.code': 'coupon', 'body.code': 'coupon' })}`
  const file = join(folder, 'schemathesis.toml')
  writeFileSync(
    file,
    [`[parameters]\n${bound(EVERYWHERE)}`, ...signIn(headers), ...dictionaries, ...operations, coupons].join(
      '\n',
    ),
  )
  return file
}
