const HOST = 'meet.google.com'
const CODE = /^[a-z0-9-]{1,128}$/
/** Pages of Google Meet that are not meetings: `/new` opens another room for each visitor (D37). */
const NON_MEETING_PATHS = ['new', 'landing', 'about', 'whoops']

/**
 * Normalizes a meeting link as the server stores it: without spaces, `?authuser=…` and capitals.
 * Returns `null` if the text is not a meeting link.
 */
export function normalizeMeetingLink(text: string): string | null {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
  const [host, code = '', ...rest] = address.replace(/\/$/, '').split('/')
  const valid = host === HOST && rest.length === 0 && CODE.test(code) && !/^-+$/.test(code)
  return valid && !NON_MEETING_PATHS.includes(code) ? `https://${HOST}/${code}` : null
}
