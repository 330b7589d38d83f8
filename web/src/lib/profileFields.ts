/**
 * The server's rules for the optional fields of a teacher's profile, so that a form can check each
 * step before it is sent. All accept an empty field.
 */

const MAX_LINK_CHARS = 300
const HTTPS = /^https:\/\//i
const HOST_LABEL = /^[a-z0-9][a-z0-9-]*$/i
const PORT = /^\d{1,5}$/
/** Characters that could end a link in HTML or plain text, or hide a part of it. */
const UNSAFE_PATH = /["'<>\\`{}|^\s\p{Cc}\p{Cf}]/u
const INSTAGRAM_HANDLE = /^[a-z0-9._]{1,30}$/

/** Whether the text is an `https://` URL, or an address to which `https://` can be added. */
export function isVideoLink(text: string): boolean {
  const typed = text.trim()
  if (typed === '') return true
  const link = typed.includes('://') ? typed : `https://${typed}`
  if (!HTTPS.test(link) || Array.from(link).length > MAX_LINK_CHARS) return false
  const rest = link.slice('https://'.length)
  const pathStart = rest.search(/[/?#]/)
  const authority = pathStart < 0 ? rest : rest.slice(0, pathStart)
  const [host = '', port = '443', ...more] = authority.split(':')
  return (
    more.length === 0 &&
    host.includes('.') &&
    host.split('.').every((label) => HOST_LABEL.test(label)) &&
    PORT.test(port) &&
    !UNSAFE_PATH.test(rest.slice(authority.length))
  )
}

/** Whether the text is an Instagram handle, with or without `@`, or the URL of a profile. */
export function isInstagram(text: string): boolean {
  const typed = text.trim().toLowerCase()
  if (typed === '') return true
  const path = typed.replace(/^https?:\/\//, '').replace(/^www\./, '')
  const handle = (path.replace(/^instagram\.com\//, '').split(/[?#]/)[0] ?? '')
    .replace(/\/$/, '')
    .replace(/^@/, '')
  return INSTAGRAM_HANDLE.test(handle) && handle !== 'instagram.com'
}
