/**
 * Inline script in the head of app.html (scripts/prerender.mjs): while the bundle is loading, it
 * preloads the files of the route and sends its first API requests. src/api/preloadedResponses.ts
 * uses the responses.
 *
 * Without it, Lighthouse's performance score fell from 87 to 82 on /booking and from 93 to 85 on
 * /teacher (docs/adr/0004-client-machinery.md).
 */
import { LEARNER_HEADER } from '@/api/actingLearner'
import { preloadName } from '@/api/preloadedResponses'
import { readFirstDayOfWeek } from '@/lib/calendarHint'
import { clock } from '@/lib/clock'
import { deviceZone } from '@/lib/display'
import { readLearnerChoice } from '@/session/learnerChoice'
import { loginBody } from '@/session/loginBody'
import {
  expiresSoon,
  readRoleHint,
  readStoredSignIn,
  type StoredSignIn,
  storedSignInKeys,
} from '@/session/tokenStorage'
import { calendarUrl } from './calendarUrl'

/** Scripts and styles by route, and those of Hindi. Set at build time. */
declare const ROUTE_FILES: Readonly<Record<string, readonly string[]>>

const PREFETCH_LIFETIME_MS = 10_000

try {
  const files = ROUTE_FILES[location.pathname]
  const [storageKey, another] = storedSignInKeys()
  if (files && storageKey) {
    preloadFiles(document.documentElement.lang === 'hi' ? [...files, ...(ROUTE_FILES.hi ?? [])] : files)
    const stored = readStoredSignIn(storageKey)
    // With two stored sign-ins, or one that needs renewal, only the app can decide which token to
    // use.
    if (stored && !another && !expiresSoon(stored, clock.device() / 1000)) prefetchResponses(stored)
  }
} catch {
  // If storage is blocked, there is no sign-in.
}

function preloadFiles(files: readonly string[]): void {
  preloadLink('/api/config', { rel: 'preload', as: 'fetch' })
  for (const file of files)
    preloadLink(
      `/${file}`,
      file.endsWith('.css')
        ? { rel: 'preload', as: 'style' }
        : { rel: 'modulepreload', fetchPriority: 'low' },
    )
}

function preloadLink(href: string, attributes: Partial<HTMLLinkElement>): void {
  document.head.append(
    Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes, href }),
  )
}

function prefetchResponses(stored: StoredSignIn): void {
  const { accessToken: token, email } = stored
  const replies: Record<string, Promise<Response>> = {}
  const sentAt = clock.device()
  const prefetch = (method: string, path: string, body?: object, learner: string | null = null) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(learner && { [LEARNER_HEADER]: learner }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const reply = fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    replies[preloadName(method, path, learner)] = reply
    reply.catch(() => undefined)
  }
  const zone = deviceZone()
  prefetch('POST', '/api/login', loginBody(stored, zone))
  // With a learner in the address, only the app can decide for whom the page is.
  const isForStudent =
    location.pathname === '/booking' && !new URLSearchParams(location.search).has('learner')
  const learner = isForStudent ? (readLearnerChoice()?.learner ?? null) : null
  if (isForStudent && email && (learner ?? (readRoleHint() ?? 'student') === 'student')) {
    prefetch('GET', '/api/active-classes', undefined, learner)
    prefetch('GET', `/api/student-profile?email=${encodeURIComponent(email)}`, undefined, learner)
  }
  if (location.pathname === '/teacher' && /^(#dashboard)?$/.test(location.hash)) {
    prefetch('GET', '/api/active-classes')
    const firstDay = readFirstDayOfWeek(zone)
    if (firstDay !== null)
      prefetch('GET', calendarUrl(new Date(sentAt), matchMedia('(min-width: 48em)').matches, firstDay))
  }
  window.__preloaded = { token, sentAt, replies }
  setTimeout(() => {
    delete window.__preloaded
  }, PREFETCH_LIFETIME_MS)
}
