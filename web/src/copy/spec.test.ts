// @vitest-environment node
/** Every text that the specification quotes is a text of the client, word for word. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const spec = readFileSync('../docs/spec/SPEC.md', 'utf8')
const catalogues = import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true })
const QUOTE = /(?<=[\s(/])'([^'\n]+(?:'(?=[a-z])[^'\n]+)*)'/g
const QUOTES_AT_LEAST = 135

/** Stands in a text for what it is given. */
const GIVEN = '⟨given⟩'

/** All texts of a catalogue, those that need a number or a name among them. */
function textsOf(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return [catalogue]
  if (typeof catalogue === 'function') return textsOf(made(catalogue as (...given: unknown[]) => unknown))
  if (typeof catalogue !== 'object' || catalogue === null) return []
  return Object.values(catalogue).flatMap(textsOf)
}

function made(text: (...given: unknown[]) => unknown): unknown {
  try {
    return text(GIVEN, GIVEN, GIVEN)
  } catch {
    // It works with a list or an object, of which the specification quotes none.
    return null
  }
}

const texts = textsOf(Object.values(catalogues))
/** Those that are given something, and say enough besides to be known by it. */
const filledIn = texts.filter((text) => text.includes(GIVEN) && text.replaceAll(GIVEN, '').length >= 10)

/** What the specification leaves open in a quote, or a text is given, may be anything. */
function pattern(text: string, open: RegExp | string): RegExp {
  const escaped = text
    .split(open)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')
  return new RegExp(`^${escaped}$`)
}

function isThere(quote: string): boolean {
  const wanted = pattern(quote, /\{\w+\}|\.{3}$/)
  return texts.some((text) => wanted.test(text)) || filledIn.some((text) => pattern(text, GIVEN).test(quote))
}

/** The parts of a quote that stand on the page as texts of their own. */
function partsOf(quote: string): string[] {
  if (quote.includes(' / ')) return quote.split(' / ')
  if (quote.endsWith('INR/USD')) return ['INR', 'USD'].map((money) => quote.replace('INR/USD', money))
  if (quote === 'Virtual Class: Yes') return ['Virtual Class', 'Yes']
  const [, lead, banner] = /^(Limited Time Offer:)( .+)$/.exec(quote) ?? []
  return lead && banner ? [lead, banner] : [quote]
}

const quotes = [...new Set([...spec.matchAll(QUOTE)].map(([, quote = '']) => quote.replace(/: $/, ': ...')))]

test.each(quotes.flatMap(partsOf))('somewhere it says: %s', (quote) => {
  expect(isThere(quote), 'is no text of the client').toBe(true)
})

test('the specification was found', () => {
  expect(quotes.length).toBeGreaterThanOrEqual(QUOTES_AT_LEAST)
  expect(isThere('Nobody has ever said this.')).toBe(false)
})
