/** Plain calls of the HTTP API, and of what only the demo has. */

export interface Reply<T = Record<string, unknown>> {
  status: number
  headers: Headers
  body: T
}

export interface Slot {
  _id: string
  dateTime: string
  endDateTime: string
  classTypeKey: string
  teacherId: string
  creditCost: number
  isVirtualSlot: boolean
  seatsLeft: number
}

export interface Booking {
  _id: string
  bookingId: string
  slotId: string
  dateTime: string
  studentId: string
  bookingStatus: string
}

export interface Mail {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  ics: string | null
  at: string
}

interface Call {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** GET, or POST when there is a body. */
export async function call<T = Record<string, unknown>>(
  url: string,
  path: string,
  { token, body, headers }: Call = {},
): Promise<Reply<T>> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T }
}

/** As `call`, for what must succeed. */
export async function ask<T = Record<string, unknown>>(
  url: string,
  path: string,
  how: Call = {},
): Promise<T> {
  const reply = await call<T>(url, path, how)
  if (reply.status >= 300) throw new Error(`${path} → ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** What the operator of the demo's sandbox can do: `{ do: 'pay', order_id, outcome: 'captured' }`. */
export function operate(
  school: { url: string },
  act: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return ask(school.url, '/razorpay-sandbox/operator/api/act', { body: act })
}

/** What time alone brings about: reminders of classes, and the warning of credits that expire. */
const UNASKED = /^(Reminder: |Soon: |\d+ class credits? expires? )/

/** Newest first, without what time alone brings about: the demo's people get that whenever a school opens or its clock moves. */
export async function readMailbox(url: string): Promise<Mail[]> {
  const mails = await ask<Mail[]>(url, '/dev/mailbox.json')
  return mails.filter(({ subject }) => !UNASKED.test(subject))
}

/** To whom mail has gone, each as often as they got some. */
export async function receivers(url: string): Promise<string[]> {
  return (await readMailbox(url)).map(({ to }) => to).sort()
}

/** Moves the demo's clock forward; what is due by then is done when this returns. */
export async function advance(url: string, minutes: number): Promise<string> {
  const { now } = await ask<{ now: string }>(url, '/dev/clock', { body: { advanceMinutes: minutes } })
  return now
}

export async function setMailFailing(url: string, failing: boolean): Promise<void> {
  await ask(url, '/dev/mailbox/failing', { body: { failing } })
}

/** The six digits that the issuer mailed to this address last. */
export async function mailedCode(url: string, address: string): Promise<string> {
  const mail = (await readMailbox(url)).find(
    (one) => one.to === address && /^\d{6} is your/.test(one.subject),
  )
  const code = mail?.subject.slice(0, 6)
  if (!code) throw new Error(`no code has been mailed to ${address}`)
  return code
}

export interface Student {
  id: string
  token: string
  email: string
  name: string
}

export interface LoginReply {
  _id: string
  role: string
  name: string
  email: string | null
  emailVerified: boolean
}

export function login(
  url: string,
  token: string,
  email?: string,
  timeZone = 'Asia/Kolkata',
): Promise<LoginReply> {
  return ask<LoginReply>(url, '/api/login', { token, body: { email, timeZone } })
}

/** What the client sends to book a slot. */
export function bookingRequest(student: Student, slot: Slot): Record<string, unknown> {
  return {
    studentEmail: student.email,
    studentName: student.name,
    slotId: slot._id,
    studentId: student.id,
    currency: 'INR',
    paymentMethod: 'credits',
    teacherId: slot.teacherId,
    isVirtualSlot: slot.isVirtualSlot,
    dateTime: slot.dateTime,
    creditsUsed: slot.creditCost,
  }
}

export function book(
  url: string,
  student: Student,
  slot: Slot,
  headers: Record<string, string> = {},
): Promise<Reply<{ booking: Booking; code?: string; slots?: Slot[]; message?: string }>> {
  return call(url, '/api/book-with-credits', {
    token: student.token,
    body: bookingRequest(student, slot),
    headers,
  })
}

/** Soonest first. Without the very first one: it may be so near that a moment later nobody can book it any more. */
export async function freeSlots(url: string, token: string): Promise<Slot[]> {
  return (await ask<Slot[]>(url, '/api/slots', { token })).slice(1)
}

/** How often each was said. */
export function count(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** How replies are told apart: `200`, `409 slot_taken`. */
export function answers(replies: readonly Reply<{ code?: string }>[]): Record<string, number> {
  return count(replies.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
}

/** Signs an administrator in; what their browser sends along from now on. */
export async function signInAdmin(
  url: string,
  username: string,
  password: string,
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const reply = await call<{ csrfToken: string }>(url, '/api/admin/login', { body: { username, password } })
  if (reply.status !== 200) throw new Error(`${username} cannot sign in: ${reply.status}`)
  const [cookie = ''] = (reply.headers.getSetCookie()[0] ?? '').split(';')
  return { cookie, 'x-csrf-token': reply.body.csrfToken }
}
