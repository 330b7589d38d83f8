// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { privacyHi } from '@/copy/hi/legalPrivacy'
import { refundsHi } from '@/copy/hi/legalRefunds'
import { termsHi } from '@/copy/hi/legalTerms'
import { privacy } from '@/copy/legalPrivacy'
import { refunds } from '@/copy/legalRefunds'
import { terms } from '@/copy/legalTerms'
import { setLanguage } from '@/lib/i18n'
import { messages } from './app.po'
import { hindiDateNames } from './dateNames'
import { messages as siteMessages } from './site.po'
import { messages as staticMessages } from './static.po'

/** Terms that are written in Latin letters in India, and names. */
const LATIN =
  /Tala|Razorpay|WhatsApp|JavaScript|JSON|Google|Apple|Outlook|UPI|EMI|EDM|PDF|OK|English|TCH-ABC-1234|a@b\.example|x{3}/g

interface Entry {
  /** English message, or the id of a text of the server. */
  english: string
  hindi: string
}

async function readCatalogue(name: string): Promise<Entry[]> {
  const filename = `src/locales/hi/${name}.po`
  const context = { locale: 'hi', sourceLocale: 'en', filename }
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), context)
  return Object.entries(catalogue).map(([id, { message, translation }]) => ({
    english: message ?? id,
    hindi: translation ?? '',
  }))
}

/** The text of a message. The values are numbers, and in the singular 1. */
function format(locale: string, message: string, values: Record<string, number>): string {
  return setupI18n({ locale, messages: { [locale]: { id: compileMessage(message) } } })._('id', values)
}

const parameters = (message: string) => [...new Set(message.match(/(?<=\{)\w+(?=[,}])/g))]
const numbered = (names: string[]) => Object.fromEntries(names.map((name, index) => [name, index + 11]))
const singular = (names: string[]) => Object.fromEntries(names.map((name) => [name, 1]))

const entries = (await Promise.all(['app', 'site', 'static'].map(readCatalogue))).flat()

function textsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return typeof tree === 'object' && tree ? Object.values(tree).flatMap(textsOf) : []
}

/** Keys whose values are sent or looked up, not read. */
const FIXED = new Set(['value', 'id', 'path', 'homePath', 'prefix', 'code'])
const LISTS = new Set(['danceStyles', 'cities'])

/** Distinct numbers as arguments of text functions; those that expect a clock time read its parts. */
const ARGUMENTS = [11, 12, 13, 14].map((hour) => Object.assign(Object(hour), { hour, minute: 5 }))

/** Every text of a tree with its path; functions are called with numbers. */
function shownTexts(tree: unknown, path: string): [path: string, text: string][] {
  if (typeof tree === 'string') return [[path, tree]]
  if (typeof tree === 'function') return shownTexts(tree(...ARGUMENTS.slice(0, tree.length)), path)
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) =>
    LISTS.has(key) || (FIXED.has(key) && /^[\w/-]*$/.test(String(value)))
      ? []
      : shownTexts(value, `${path}.${key}`),
  )
}

const names = { product: 'Tala', email: 'a@b.example' }
const legal = [termsHi(names), privacyHi(names), refundsHi(names)].map((text) => ({ ...text, updated: '' }))
const hindiTexts = [
  ...entries.flatMap(({ hindi }) =>
    [numbered, singular].map((valuesOf) => format('hi', hindi, valuesOf(parameters(hindi)))),
  ),
  ...textsOf(legal),
]

test('the catalogues were read', () => {
  expect(entries.length).toBeGreaterThan(700)
})

test('numbers and values in English texts appear in the Hindi texts', () => {
  const figures = (text: string) => String([...new Set(text.match(/\d+/g))].sort())
  const differing = entries.filter(({ english, hindi }) => {
    if (/^(error|classType|danceStyle|city|language)\.\w/.test(english)) return false
    const values = numbered(parameters(english))
    return figures(format('en', english, values)) !== figures(format('hi', hindi, values))
  })
  // Hindi says "12 in the afternoon" and "12 at night" for noon and midnight.
  expect(differing.map(({ english }) => english).sort()).toEqual([
    'midnight (end of {dayBefore})',
    '{day}, noon',
  ])
})

const hasEnglish = (text: string) => /[A-Za-z]{2,}/.test(text.replaceAll(LATIN, ''))

test('no English words are left in the catalogues', () => {
  expect(hindiTexts.filter(hasEnglish)).toEqual([])
})

test('no English words are left on Hindi pages', async () => {
  setLanguage('hi', { ...messages, ...siteMessages, ...staticMessages }, hindiDateNames)
  const modules = import.meta.glob('../../copy/*.ts')
  const translated = readdirSync('src/copy').filter(
    (name) => name.endsWith('.ts') && readFileSync(`src/copy/${name}`, 'utf8').includes('= defineTexts('),
  )
  expect(translated.length).toBeGreaterThan(20)
  const texts = await Promise.all(
    translated.map(async (name) => shownTexts(await modules[`../../copy/${name}`]?.(), name)),
  )
  expect(texts.flat().filter(([, text]) => hasEnglish(text))).toEqual([])
})

test('sentences end with a danda and spaces are single', () => {
  expect(hindiTexts.filter((text) => /[\u0900-\u097f]\.( |$)| {2}| [।,!?]/.test(text))).toEqual([])
})

test('legal summaries have the sections of the English texts and name the binding text', () => {
  const originals = [terms(names), privacy(names), refunds(names)]
  expect(legal.map((text) => text.sections.length)).toEqual(originals.map((text) => text.sections.length))
  expect(legal.every((text) => text.binding)).toBe(true)
})
