/** npm `smtp-server` as the school's mail server: stores what arrives, and rejects on demand. */
import { SMTPServer } from 'smtp-server'

/** `decide` is called at RCPT: it returns nothing to accept, or a code such as 450 or 550 to reject. */
export function mailServer() {
  const received = []
  const attempts = []
  let decide = () => undefined
  let server
  let waiting = []
  const arrived = (mail) => {
    received.push(mail)
    waiting = waiting.filter((waiter) => !waiter())
  }
  const make = () => {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 50,
      onRcptTo(address, _session, done) {
        attempts.push(address.address)
        const code = decide(address.address)
        if (!code) return done()
        done(Object.assign(new Error('as the test wants it'), { responseCode: code }))
      },
      onData(stream, session, done) {
        const parts = []
        stream.on('data', (bytes) => parts.push(bytes))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          arrived({
            from: mailFrom.address,
            to: rcptTo.map((recipient) => recipient.address),
            raw: Buffer.concat(parts).toString('utf8'),
          })
          done()
        })
      },
    })
    made.on('error', () => undefined)
    return made
  }
  return {
    received,
    attempts,
    decideWith(rule) {
      decide = rule
    },
    async listen(port) {
      server = make()
      await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
    },
    /** Resolves when this many mails have arrived; rejects after a timeout. */
    async receive(count) {
      if (received.length >= count) return
      await new Promise((resolve, reject) => {
        const onTimeout = () => reject(new Error(`${received.length} of ${count} mails arrived`))
        const timer = setTimeout(onTimeout, 20_000)
        waiting.push(() => {
          if (received.length < count) return false
          clearTimeout(timer)
          resolve()
          return true
        })
      })
    },
    async stop() {
      if (server) await new Promise((resolve) => server.close(resolve))
      server = undefined
    },
  }
}

/** Parses a MIME message: headers (unfolded, lower-case names), decoded text, and parts. */
export function parseMime(raw) {
  const end = raw.indexOf('\r\n\r\n')
  const headers = {}
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const body = raw.slice(end + 4)
  const type = headers['content-type'] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => parseMime(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
    : []
  return {
    headers,
    type: type.split(';')[0].trim().toLowerCase(),
    parts,
    text: boundary ? '' : decode(headers, body),
  }
}

function decode(headers, body) {
  const encoding = (headers['content-transfer-encoding'] ?? '7bit').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The structure of a message: `multipart/mixed(text/plain,…)`. */
export function structureOf({ type, parts }) {
  return parts.length > 0 ? `${type}(${parts.map(structureOf).join(', ')})` : type
}

export function findPart(message, type) {
  if (message.type === type) return message
  return message.parts.map((part) => findPart(part, type)).find((found) => found !== undefined)
}
