/**
 * Stands in the head of app.html (scripts/prerender.mjs): asks for what an area consists of, who is here and what they see
 * first, while the shell is still on its way. The replies are taken by src/api/early.ts.
 */
import { loginBody } from '@/session/loginBody'
import { endsSoon, readStored, type StoredSignIn, storedKeys } from '@/session/stored'
import { calendarAddress } from './calendarAddress'

/** The scripts and styles of the areas by their paths, and of Hindi. Known when all is built. */
declare const AREA_FILES: Readonly<Record<string, readonly string[]>>

const EARLY_MS = 10_000

try {
  const files = AREA_FILES[location.pathname]
  const [kept, another] = storedKeys()
  if (files && kept) {
    announceFiles(document.documentElement.lang === 'hi' ? [...files, ...(AREA_FILES.hi ?? [])] : files)
    const stored = readStored(kept)
    // Of two sign-ins only the app knows the right one, and renewing one is its affair.
    if (stored && !another && !endsSoon(stored, Date.now() / 1000)) askEarly(stored)
  }
} catch {
  // Where storage is forbidden nobody is signed in.
}

function announceFiles(files: readonly string[]): void {
  announce('/api/config', { rel: 'preload', as: 'fetch' })
  for (const file of files)
    announce(`/${file}`, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' })
}

function announce(href: string, what: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...what, href }))
}

function askEarly(stored: StoredSignIn): void {
  const { accessToken: token, email } = stored
  const replies: Record<string, Promise<Response>> = {}
  const ask = (method: string, path: string, body?: object) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const reply = fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    replies[`${method} ${path}`] = reply
    reply.catch(() => undefined)
  }
  ask('POST', '/api/login', loginBody(stored, Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'))
  if (location.pathname === '/booking' && email) {
    ask('GET', '/api/active-classes')
    ask('GET', `/api/student-profile?email=${encodeURIComponent(email)}`)
  }
  if (location.pathname === '/teacher' && /^(#dashboard)?$/.test(location.hash)) {
    ask('GET', '/api/active-classes')
    ask('GET', calendarAddress(new Date(), matchMedia('(min-width: 48em)').matches))
  }
  window.talaEarly = { token, replies }
  setTimeout(() => {
    delete window.talaEarly
  }, EARLY_MS)
}
