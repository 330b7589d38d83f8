import { adminAccountCopy } from '@/copy/adminAccount'

const copy = adminAccountCopy.sessions

/** Order matters: most user agents contain the names of later entries too. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
]

const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

/** `Firefox on Windows` from a user agent; other programs by the first word of theirs. */
export function browserLabel(userAgent: string): string {
  const findName = (candidates: typeof BROWSERS) => candidates.find(([mark]) => userAgent.includes(mark))?.[1]
  const browser = findName(BROWSERS)
  const system = findName(SYSTEMS)
  if (browser) return system ? copy.on(browser, system) : browser
  return userAgent.trim().split(/[\s(]/)[0] || copy.unknown
}
