// @vitest-environment node
import { expect, test } from 'vitest'
import { setTranslation } from '@/lib/i18n'
import { appHindi } from './app'
import { createTranslation } from './createTranslation'
import { invite } from './invite'
import { legalFrame } from './legal'
import { privacyHi } from './legalPrivacy'
import { refundsHi } from './legalRefunds'
import { termsHi } from './legalTerms'
import { notices } from './notices'
import { siteHindi } from './site'

/** Registers every translatable catalogue of the client. */
import.meta.glob('../*.ts', { eager: true })

const hindi: Readonly<Record<string, object>> = {
  ...siteHindi,
  ...appHindi,
  invite,
  notices,
  legal: legalFrame,
}

/** Keys whose values are sent, looked up or drawn, not read. */
const FIXED = new Set(['value', 'id', 'danceStyles', 'path', 'homePath', 'prefix', 'code'])
/** Catalogues with other keys in each language: labels of the server's codes and names. */
const UNEQUAL = ['errors', 'labels', 'time.cities', 'invite.words.languages', 'teacherAbout.languageNames']
/** Names, and terms that are written in Latin letters in India. */
const LATIN =
  /Tala|Razorpay|JavaScript|JSON|(?:Google|Apple) Calendar|Outlook|UPI|EMI|EDM|PDF|OK|English|TCH-ABC-1234|a@b\.example|x{3}/g

/** Distinct numbers as arguments of text functions; those that expect a clock time read its parts. */
const ARGUMENTS = [11, 12, 13, 14].map((hour) => Object.assign(Object(hour), { hour, minute: 5 }))

const english = new Map<string, object>()
setTranslation((name, texts) => english.set(name, resolveFunctions(texts) as object))

/** The tree with each function replaced by its result for `ARGUMENTS`. */
function resolveFunctions(tree: unknown): unknown {
  if (typeof tree === 'function') return resolveFunctions(tree(...ARGUMENTS.slice(0, tree.length)))
  if (Array.isArray(tree)) return tree.map(resolveFunctions)
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, resolveFunctions(value)]))
}

/** Every text with its path in the tree, such as `student.menu.terms`. */
function textsOf(tree: unknown, path: string): [path: string, text: string][] {
  if (typeof tree === 'string') return [[path, tree]]
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    FIXED.has(key) ? [] : textsOf(value, `${path}.${key}`),
  )
}

const isUnequal = (path: string) => UNEQUAL.some((prefix) => path.startsWith(prefix))
const names = { product: 'Tala', email: 'a@b.example' }
const legal = [termsHi(names), privacyHi(names), refundsHi(names)].map((text) => ({ ...text, updated: '' }))
const hindiTexts = [
  ...textsOf(resolveFunctions(hindi), ''),
  ...textsOf(resolveFunctions(legal), '.legalTexts'),
].map(([place, text]) => [place.slice(1), text] as const)

test('every translatable catalogue has a translation, and no other', () => {
  expect(Object.keys(hindi).sort()).toEqual([...english.keys()].sort())
})

test.each([...english.keys()])('%s has the same keys in Hindi', (name) => {
  const places = (tree: unknown) =>
    textsOf(resolveFunctions(tree), name)
      .map(([place]) => place)
      .filter((place) => !isUnequal(place))
  expect(places(hindi[name])).toEqual(places(english.get(name)))
})

test('every error code with an English message has a Hindi one', () => {
  expect(Object.keys(appHindi.errors)).toEqual(
    expect.arrayContaining(Object.keys(english.get('errors') ?? {})),
  )
})

test('numbers in English texts appear in the Hindi texts', () => {
  const figures = (text: string) => [...new Set(text.match(/\d+/g))].sort()
  const hindiByPath = new Map(hindiTexts)
  const differing = [...english]
    .flatMap(([name, tree]) => textsOf(tree, name))
    .filter(
      ([place, text]) =>
        !isUnequal(place) && String(figures(text)) !== String(figures(hindiByPath.get(place) ?? '')),
    )
    .map(([place]) => place)
  // Hindi says "12 in the afternoon" and "12 at night" for noon and midnight.
  expect(differing).toEqual(['time.noon', 'time.midnight', 'site.features.picture.when'])
})

test('no English words are left', () => {
  const left = hindiTexts.filter(([, text]) => /[A-Za-z]{2,}/.test(text.replaceAll(LATIN, '')))
  expect(left).toEqual([])
})

test('sentences end with a danda and spaces are single', () => {
  const odd = hindiTexts.filter(([, text]) => /[\u0900-\u097f]\.( |$)| {2}| [।,!?]/.test(text))
  expect(odd).toEqual([])
})

test('legal summaries have the sections of the English texts and name the binding text', async () => {
  const originals = [
    (await import('@/copy/legalTerms')).terms(names),
    (await import('@/copy/legalPrivacy')).privacy(names),
    (await import('@/copy/legalRefunds')).refunds(names),
  ]
  expect(legal.map((text) => text.sections.length)).toEqual(originals.map((text) => text.sections.length))
  expect(legal.every((text) => text.binding)).toBe(true)
})

test('a translation applies to references taken before it and after it', async () => {
  const { studentCopy } = await import('@/copy/student')
  const { menu } = studentCopy
  expect(menu.myCredits).toBe('My Credits')
  setTranslation(createTranslation(appHindi))
  expect([menu.myCredits, studentCopy.slots.seats(3)]).toEqual(['मेरे क्रेडिट', '3 सीटें बाक़ी'])
})
