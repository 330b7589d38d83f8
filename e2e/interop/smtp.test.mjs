/** Mail to an SMTP server: what arrives, and what happens if the server rejects mail or is down. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import ICAL from 'ical.js'
import { advanceClock, book, call, callOk, freeSlots, login } from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { sqlite, waitForMailsInProgress } from '../support/database.ts'
import { MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { discover, signInAt } from '../support/relying-party.mjs'
import { findPart, mailServer, parseMime, structureOf } from '../support/smtp.mjs'
import { freePort, removeFolder, startTala, temporaryFolder } from '../support/tala.ts'

const DAY_MS = 86_400_000
const SHIFT_MICROS = 20 * DAY_MS * 1000

describe('mail by SMTP', () => {
  const smtp = mailServer()
  const dataFolder = temporaryFolder()
  let smtpPort
  let server
  before(async () => {
    smtpPort = await freePort()
    await smtp.listen(smtpPort)
    server = await startTala({
      name: 'smtp',
      dataFolder,
      settings: { 'mail.smtp_url': `smtp+insecure://127.0.0.1:${smtpPort}` },
    })
    // One of the demo's students has credits that expire soon, and gets a warning.
    await smtp.receive(1)
    await waitForMailsInProgress(sqlite(dataFolder))
    // Moves the demo's classes far ahead, so that no reminder is due.
    await sqlite(dataFolder).run(
      `UPDATE bookings SET starts_at = starts_at + ${SHIFT_MICROS}, ends_at = ends_at + ${SHIFT_MICROS} WHERE status = 'confirmed'`,
    )
    smtp.received.length = 0
  })
  after(async () => {
    await server.stop()
    await smtp.stop()
    removeFolder(dataFolder)
  })
  afterEach(() => {
    smtp.decideWith(() => undefined)
    smtp.received.length = 0
    smtp.attempts.length = 0
  })

  async function signIn({ email, name }) {
    const config = await discover(`${server.url}/id`)
    const { tokens } = await signInAt(config, server.url, (page, visitor) =>
      visitor.submit(page, { email, password: PASSWORD }),
    )
    const { _id } = await login(server.url, tokens.access_token, email)
    return { id: _id, token: tokens.access_token, email, name }
  }

  async function bookOne(student) {
    const slots = await freeSlots(server.url, student.token)
    const { status, body } = await book(
      server.url,
      student,
      slots.find((slot) => slot.isVirtualSlot && Date.parse(slot.dateTime) > Date.now() + 3 * DAY_MS),
    )
    assert.equal(status, 200, JSON.stringify(body))
    return body.booking
  }

  /** Longer than the outbox's first retry delays, shorter than the lifetime of an access token. */
  async function advanceToRetry() {
    await waitForMailsInProgress(sqlite(dataFolder))
    await advanceClock(server.url, 2)
  }

  const followUps = (student, { bookingId }) => {
    const mail = { email: student.email, name: student.name, bookingDetails: { bookingId } }
    return Promise.all([
      call(server.url, '/api/send-booking-email', { token: student.token, body: mail }),
      call(server.url, '/api/calendar-events', { token: student.token, body: { bookingId } }),
    ])
  }

  test('a booking sends one mail to each, in the form that calendar programs accept', async () => {
    const meera = await signIn(MEERA)
    const booking = await bookOne(meera)
    await smtp.receive(2)
    const [mail, calendar] = await followUps(meera, booking)
    assert.deepEqual([mail.status, mail.body.status, calendar.status], [200, 'sent', 200])
    assert.equal(smtp.received.length, 2, 'SPEC’s calls send nothing a second time')

    const messages = smtp.received.map(({ from, to, raw }) => ({ from, to, raw, mime: parseMime(raw) }))
    assert.deepEqual(messages.flatMap(({ to }) => to).sort(), [MEERA.email, PADMA.email])
    const uids = messages.map((message) => checkInvitation(message, booking))
    assert.equal(new Set(uids).size, 1, 'both speak of the same event')
    assert.equal(new Set(messages.map(({ mime }) => mime.headers['message-id'])).size, 2)
    const studentMail = messages.find(({ to }) => to[0] === MEERA.email)
    const text = findPart(studentMail.mime, 'text/plain').text
    for (const fact of [
      'Padma Subramaniam',
      '(Kolkata, GMT+5:30)',
      booking.bookingCode,
      booking.googleMeetLink,
    ]) {
      assert.ok(text.includes(fact), `the mail does not say ${fact}`)
      assert.ok(findPart(studentMail.mime, 'text/html').text.includes(fact), `the HTML does not say ${fact}`)
    }
    assert.match(
      studentMail.mime.headers['reply-to'],
      new RegExp(`<${PADMA.email}>$`),
      'an answer reaches the teacher',
    )
    const ics = findPart(studentMail.mime, 'text/calendar').text
    assert.ok(!ics.includes(PADMA.email), 'the event contains only its recipient')
  })

  function checkInvitation({ from, to, raw, mime }, booking) {
    assert.equal(from, 'classes@tala.example')
    assert.equal(
      structureOf(mime),
      'multipart/mixed(multipart/alternative(text/plain, text/html, text/calendar), application/ics)',
    )
    assert.equal(mime.headers['auto-submitted'], 'auto-generated')
    const calendarPart = findPart(mime, 'text/calendar')
    assert.match(calendarPart.headers['content-type'], /;\s*method="?REQUEST"?/i)
    assert.match(findPart(mime, 'application/ics').headers['content-disposition'], /invite\.ics/)
    assert.equal(findPart(mime, 'application/ics').text, calendarPart.text)
    assert.ok(raw.split('\r\n').every((line) => line.length <= 998 && !line.includes('\n')))

    const ics = calendarPart.text
    assert.ok(ics.endsWith('\r\n') && !ics.replaceAll('\r\n', '').match(/[\r\n]/), 'lines end with CRLF')
    assert.ok(
      ics.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
      'lines are folded at 75 octets',
    )
    const calendar = new ICAL.Component(ICAL.parse(ics))
    assert.equal(calendar.getFirstPropertyValue('method'), 'REQUEST')
    const [component, ...more] = calendar.getAllSubcomponents('vevent')
    assert.equal(more.length, 0)
    const event = new ICAL.Event(component)
    assert.equal(event.startDate.toJSDate().toISOString(), new Date(booking.dateTime).toISOString())
    assert.equal(event.endDate.toJSDate().toISOString(), new Date(booking.endDateTime).toISOString())
    assert.equal(event.sequence, 0)
    assert.equal(component.getFirstPropertyValue('status'), 'CONFIRMED')
    assert.equal(event.organizer, 'mailto:classes@tala.example')
    assert.deepEqual(
      event.attendees.map((attendee) => [attendee.getFirstValue(), attendee.getParameter('rsvp')]),
      [[`mailto:${to[0]}`, 'TRUE']],
    )
    return event.uid
  }

  test('line breaks and emoji in a name change only how the name is written', async () => {
    const student = await signIn({ email: 'kavya@demo.tala', name: 'Kavya' })
    await callOk(server.url, '/api/onboard-student', {
      token: student.token,
      body: {
        email: student.email,
        name: 'Zoë 🪷\r\nBcc: thief@evil.test\r\n\r\n<b>,;"',
        referralCode: PADMA.code,
        location: 'India',
        timeZone: 'America/New_York',
      },
    })
    await smtp.receive(2)
    assert.deepEqual(smtp.attempts.toSorted(), [student.email, PADMA.email].toSorted())
    const mailTo = (address) => parseMime(smtp.received.find(({ to }) => to[0] === address).raw)
    const [welcome, newStudent] = [mailTo(student.email), mailTo(PADMA.email)]
    assert.equal(welcome.headers.subject, 'Welcome to Tala: book your first class')
    assert.ok(findPart(newStudent, 'text/plain').text.includes('Zoë 🪷 Bcc: thief@evil.test <b>,;"'))
    for (const mail of [welcome, newStudent]) assert.equal(mail.headers.bcc, undefined)
    smtp.received.length = 0
    smtp.attempts.length = 0
    const padma = await signIn(PADMA)
    await grantCredits(sqlite(dataFolder), [{ studentId: student.id, teacherId: padma.id, credits: 1 }])
    const booking = await bookOne(student)
    await smtp.receive(2)
    assert.deepEqual(smtp.attempts.toSorted(), [student.email, PADMA.email].toSorted())
    for (const { to, raw } of smtp.received) {
      const mime = parseMime(raw)
      assert.equal(mime.headers.bcc, undefined)
      checkInvitation({ from: 'classes@tala.example', to, raw, mime }, booking)
      assert.ok(!findPart(mime, 'text/html').text.includes('<b>'))
    }
    assert.ok(findPart(mailTo(PADMA.email), 'text/plain').text.includes('Zoë 🪷 Bcc: thief@evil.test <b>,;"'))
    assert.match(
      findPart(mailTo(student.email), 'text/plain').text,
      /Teacher's time: .*\(Kolkata, GMT\+5:30\)/,
    )
  })

  test('after a temporary rejection (450) a mail is retried and arrives once', async () => {
    const meera = await signIn(MEERA)
    smtp.decideWith((address) => (address === MEERA.email ? 450 : undefined))
    const booking = await bookOne(meera)
    const [mail] = await followUps(meera, booking)
    assert.deepEqual([mail.status, mail.body.code], [503, 'mail_not_sent'])
    smtp.decideWith(() => undefined)
    await advanceToRetry()
    await smtp.receive(2)
    const [later, calendar] = await followUps(meera, booking)
    assert.deepEqual([later.status, calendar.status], [200, 200])
    assert.equal(smtp.received.filter(({ to }) => to[0] === MEERA.email).length, 1)
  })

  test('repeated requests do not use up the attempts of a delayed mail', async () => {
    const meera = await signIn(MEERA)
    smtp.decideWith((address) => (address === MEERA.email ? 450 : undefined))
    const booking = await bookOne(meera)
    for (let press = 0; press < 15; press += 1) {
      const [mail] = await followUps(meera, booking)
      assert.equal(mail.body.code, 'mail_not_sent')
    }
    smtp.decideWith(() => undefined)
    await waitForMailsInProgress(sqlite(dataFolder))
    assert.deepEqual(await sqlite(dataFolder).column("SELECT topic FROM outbox WHERE state = 'dead'"), [])
    await advanceClock(server.url, 7 * 60)
    await smtp.receive(2)
  })

  test('a permanent rejection (550) is final: the booking stays, nothing is retried', async () => {
    const meera = await signIn(MEERA)
    smtp.decideWith((address) => (address === MEERA.email ? 550 : undefined))
    const booking = await bookOne(meera)
    const [mail, calendar] = await followUps(meera, booking)
    assert.deepEqual([mail.body.code, calendar.body.code], ['mail_not_sent', 'mail_not_sent'])
    for (let step = 0; step < 3; step += 1) await advanceToRetry()
    assert.equal(smtp.attempts.filter((address) => address === MEERA.email).length, 1)
    assert.equal(smtp.received.filter(({ to }) => to[0] === PADMA.email).length, 1)
    const database = sqlite(dataFolder)
    const about = `subject_id = ${database.id(booking.bookingId)}`
    assert.deepEqual(await database.column(`SELECT topic FROM outbox WHERE state = 'dead' AND ${about}`), [
      'booking_confirmed_student',
    ])
    const [dead] = await database.column("SELECT count(*) FROM outbox WHERE state = 'dead'")
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    assert.match(metrics, new RegExp(`^tala_outbox_jobs\\{state="dead"\\} ${dead}$`, 'm'))
    const own = await callOk(server.url, `/api/bookings?studentId=${meera.id}`, { token: meera.token })
    assert.equal(
      own.find((candidate) => candidate.bookingId === booking.bookingId).bookingStatus,
      'confirmed',
    )
  })

  test('if the mail server is down, the booking stays, and the mails are sent when it is back', async () => {
    const meera = await signIn(MEERA)
    await smtp.stop()
    const booking = await bookOne(meera)
    const [mail, calendar] = await followUps(meera, booking)
    assert.deepEqual([mail.status, calendar.status], [503, 503])
    await smtp.listen(smtpPort)
    await advanceToRetry()
    await smtp.receive(2)
    assert.deepEqual(smtp.received.flatMap(({ to }) => to).sort(), [MEERA.email, PADMA.email])
    const [later, laterCalendar] = await followUps(meera, booking)
    assert.deepEqual([later.status, laterCalendar.status], [200, 200])
    assert.equal(smtp.received.length, 2)
  })
})
