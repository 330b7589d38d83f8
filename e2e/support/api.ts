/** Helpers for the HTTP API and the demo's endpoints. */

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
  bookingCode: string
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

interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request: GET, or POST if there is a body. */
export async function call<T = Record<string, unknown>>(
  url: string,
  path: string,
  { token, body, headers }: CallOptions = {},
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

/** As `call`, but throws if the request fails, and returns the body. */
export async function callOk<T = Record<string, unknown>>(
  url: string,
  path: string,
  options: CallOptions = {},
): Promise<T> {
  const reply = await call<T>(url, path, options)
  if (reply.status >= 300) throw new Error(`${path} → ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** Sends a command to the demo's payment sandbox: `{ do: 'pay', order_id, outcome: 'captured' }`. */
export function operateSandbox(
  school: { url: string },
  command: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return callOk(school.url, '/razorpay-sandbox/operator/api/act', { body: command })
}

/** Subjects of mails that are sent because time has passed: reminders and expiry warnings. */
const TIMED_SUBJECTS = /^(Reminder: |Soon: |\d+ class credits? expires? )/

/**
 * The mailbox, newest first, without such mails: the demo's users get them whenever a demo starts
 * or its clock moves.
 */
export async function readMailbox(url: string): Promise<Mail[]> {
  const mails = await callOk<Mail[]>(url, '/dev/mailbox.json')
  return mails.filter(({ subject }) => !TIMED_SUBJECTS.test(subject))
}

/** The recipients of all mails, sorted, with repetitions. */
export async function mailRecipients(url: string): Promise<string[]> {
  return (await readMailbox(url)).map(({ to }) => to).sort()
}

/** Moves the demo's clock forward. When it returns, the jobs due by then have run. */
export async function advanceClock(url: string, minutes: number): Promise<string> {
  const { now } = await callOk<{ now: string }>(url, '/dev/clock', { body: { advanceMinutes: minutes } })
  return now
}

export async function setMailFailing(url: string, failing: boolean): Promise<void> {
  await callOk(url, '/dev/mailbox/failing', { body: { failing } })
}

/** The six-digit code in the issuer's latest mail to this address. */
export async function mailedCode(url: string, address: string): Promise<string> {
  const mail = (await readMailbox(url)).find(
    (mail) => mail.to === address && /^\d{6} is your/.test(mail.subject),
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
  return callOk<LoginReply>(url, '/api/login', { token, body: { email, timeZone } })
}

/** The request body that the client sends to book a slot. */
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

/** Free slots in order of time, without the first, whose booking deadline may pass during the test. */
export async function freeSlots(url: string, token: string): Promise<Slot[]> {
  return (await callOk<Slot[]>(url, '/api/slots', { token })).slice(1)
}

/** Counts equal values. */
export function countValues(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** Counts replies by status and code: `200`, `409 slot_taken`. */
export function countReplies(replies: readonly Reply<{ code?: string }>[]): Record<string, number> {
  return countValues(replies.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))
}

/** Signs an administrator in. Returns the headers for further requests. */
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
