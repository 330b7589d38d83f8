import { adminAccountCopy } from '@/copy/adminAccount'

const copy = adminAccountCopy.sessions

/** In this order: most browsers claim to be several of the later ones. */
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

/** `Firefox on Windows`, of what a browser calls itself; something else that signed in stands by its own first words. */
export function browserWords(userAgent: string): string {
  const find = (known: typeof BROWSERS) => known.find(([mark]) => userAgent.includes(mark))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser) return system ? copy.on(browser, system) : browser
  return userAgent.trim().split(/[\s(]/)[0] || copy.unknown
}
