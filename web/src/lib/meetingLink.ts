const HOST = 'meet.google.com'
const CODE = /^[a-z0-9-]{1,128}$/
/** Pages of the provider that are no meeting: `/new` makes another room for each who opens it (D37). */
const NO_MEETING = ['new', 'landing', 'about', 'whoops']

/**
 * The link as it is stored: without surrounding space, `?authuser=…` and capitals, which people paste along; `null` for
 * what leads to no meeting.
 */
export function meetingLink(text: string): string | null {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
  const [host, code = '', ...more] = address.replace(/\/$/, '').split('/')
  const valid = host === HOST && more.length === 0 && CODE.test(code) && !/^-+$/.test(code)
  return valid && !NO_MEETING.includes(code) ? `https://${HOST}/${code}` : null
}
