// @vitest-environment node
import { expect, test } from 'vitest'
import { translate } from '@/lib/language'
import { appHindi } from './app'
import { layOver } from './lay'
import { legalFrame } from './legal'
import { privacyHi } from './legalPrivacy'
import { refundsHi } from './legalRefunds'
import { termsHi } from './legalTerms'
import { notices } from './notices'
import { siteHindi } from './site'

/** Every catalogue of the client; those that can be translated make themselves known by name. */
import.meta.glob('../*.ts', { eager: true })

const hindi: Readonly<Record<string, object>> = { ...siteHindi, ...appHindi, notices, legal: legalFrame }

/** Sent, looked up or drawn rather than read. */
const FIXED = new Set(['value', 'id', 'danceStyles', 'path', 'homePath', 'prefix', 'code'])
/** Catalogues that say more in one language than in the other: words for codes and names of the server. */
const OPEN = ['errors', 'words', 'time.cities']
/** Names, and what India writes in Latin letters. */
const LATIN =
  /Tala|Razorpay|JavaScript|JSON|(?:Google|Apple) Calendar|Outlook|UPI|EMI|EDM|PDF|OK|English|TCH-ABC-1234|a@b\.example|x{3}/g

/** Distinct figures for whatever a text mentions. */
const GIVEN = [11, 12, 13, 14]

const english = new Map<string, object>()
translate((name, texts) => english.set(name, structured(texts) as object))

/** The tree with functions replaced by what they say of `GIVEN`. */
function structured(tree: unknown): unknown {
  if (typeof tree === 'function') return structured(tree(...GIVEN.slice(0, tree.length)))
  if (Array.isArray(tree)) return tree.map(structured)
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, structured(value)]))
}

/** Every text by its place in the tree, such as `student.menu.terms`. */
function textsOf(tree: unknown, place: string): [place: string, text: string][] {
  if (typeof tree === 'string') return [[place, tree]]
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    FIXED.has(key) ? [] : textsOf(value, `${place}.${key}`),
  )
}

const isOpen = (place: string) => OPEN.some((open) => place.startsWith(open))
const names = { product: 'Tala', email: 'a@b.example' }
const legal = [termsHi(names), privacyHi(names), refundsHi(names)].map((text) => ({ ...text, updated: '' }))
const said = [...textsOf(structured(hindi), ''), ...textsOf(structured(legal), '.legalTexts')].map(
  ([place, text]) => [place.slice(1), text] as const,
)

test('every catalogue that can be translated is, and no other', () => {
  expect(Object.keys(hindi).sort()).toEqual([...english.keys()].sort())
})

test.each([...english.keys()])('%s says in Hindi neither less nor more', (name) => {
  const places = (tree: unknown) =>
    textsOf(structured(tree), name)
      .map(([place]) => place)
      .filter((place) => !isOpen(place))
  expect(places(hindi[name])).toEqual(places(english.get(name)))
})

test('every code with a sentence in English has one in Hindi', () => {
  expect(Object.keys(appHindi.errors)).toEqual(
    expect.arrayContaining(Object.keys(english.get('errors') ?? {})),
  )
})

test('what a text mentions in English it mentions in Hindi', () => {
  const figures = (text: string) => [...new Set(text.match(/\d+/g))].sort()
  const there = new Map(said)
  const differing = [...english]
    .flatMap(([name, tree]) => textsOf(tree, name))
    .filter(
      ([place, text]) => !isOpen(place) && String(figures(text)) !== String(figures(there.get(place) ?? '')),
    )
    .map(([place]) => place)
  expect(differing).toEqual(['site.features.picture.when'])
})

test('no English is left in it', () => {
  const left = said.filter(([, text]) => /[A-Za-z]{2,}/.test(text.replaceAll(LATIN, '')))
  expect(left).toEqual([])
})

test('sentences end as Hindi does, and spaces are single', () => {
  const odd = said.filter(([, text]) => /[\u0900-\u097f]\.( |$)| {2}| [।,!?]/.test(text))
  expect(odd).toEqual([])
})

test('legal texts have the sections of the English ones, and say which text counts', async () => {
  const originals = [
    (await import('@/copy/legalTerms')).terms(names),
    (await import('@/copy/legalPrivacy')).privacy(names),
    (await import('@/copy/legalRefunds')).refunds(names),
  ]
  expect(legal.map((text) => text.sections.length)).toEqual(originals.map((text) => text.sections.length))
  expect(legal.every((text) => text.binding)).toBe(true)
})

test('laid over, a catalogue speaks Hindi to those who took hold of it before, and after', async () => {
  const { studentCopy } = await import('@/copy/student')
  const { menu } = studentCopy
  expect(menu.myCredits).toBe('My Credits')
  translate(layOver(appHindi))
  expect([menu.myCredits, studentCopy.slots.seats(3)]).toEqual(['मेरे क्रेडिट', '3 सीटें बाक़ी'])
})
