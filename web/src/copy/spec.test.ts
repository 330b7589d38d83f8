// @vitest-environment node
/** Every text that the specification quotes is a text of the client, word for word, and of that part of it which shall say it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const spec = readFileSync('../docs/spec/SPEC.md', 'utf8')
const catalogues = import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true })

/** The catalogues in which each part of the client looks. */
const AREAS = {
  anywhere: /./,
  public: /^(site|waitlist|frame|legal|notices)/,
  beginning: /^(onboarding|wizard|pending|session|commission|hours|words)$/,
  student: /^(student|checkout|changes|payments|terms|joining|words)$/,
  teacher: /^(teacher|commission|hours|joining|words)/,
  admin: /^admin/,
}
type Area = keyof typeof AREAS

/** Where the specification speaks of whom: by the heading of a section, or by the words that begin a point. */
const HEADINGS: readonly [about: RegExp, area: Area][] = [
  [/^(Landing page|Legal pages|Waitlist)/, 'public'],
  [/^(Onboarding|Verification pending|Teacher wizard|Teacher onboarding|Student onboarding)/, 'beginning'],
  [/^(On final submit|Login)\b(?! outcome)/, 'beginning'],
  [/^(Student|Coupon:|Booking:|Slots and booking|Paid|Credit|Follow-up|Bulk|Package purchase)/, 'student'],
  [/^(Teacher|Payment settings)/, 'teacher'],
  [/^Admin/, 'admin'],
]

/** Who is meant, as far as a line says so: its section, the point that it belongs to, or itself (`student failure '…'`). */
function areaOf(section: string, point: string, line: string): Area {
  const own = /^\s+- (student|teacher) failure/.exec(line)?.[1]
  if (own) return own as Area
  const about = (words: string) => HEADINGS.find(([start]) => start.test(words))?.[1]
  return about(point) ?? about(section) ?? 'anywhere'
}
const QUOTE = /(?<=[\s(/])'([^'\n]+(?:'(?=[a-z])[^'\n]+)*)'/g
/** The name that a section has in its address (`#account`); on the page it is called My Credits. */
const NO_TEXT = 'Account'
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

/** Whether a text says more than what it is given, so that it can be known by it. */
const saysEnough = (text: string) => text.includes(GIVEN) && text.replaceAll(GIVEN, '').length >= 10

function textsIn(area: Area): string[] {
  const own = Object.entries(catalogues).filter(([path]) =>
    AREAS[area].test(path.slice('./'.length, -'.ts'.length)),
  )
  return textsOf(own.map(([, catalogue]) => catalogue))
}

const texts = Object.fromEntries(Object.keys(AREAS).map((area) => [area, textsIn(area as Area)]))

/** What the specification leaves open in a quote, or a text is given, may be anything. */
function pattern(text: string, open: RegExp | string): RegExp {
  const escaped = text
    .split(open)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')
  return new RegExp(`^${escaped}$`)
}

function isThere(quote: string, area: Area): boolean {
  const wanted = pattern(quote, /\{\w+\}|\.{3}$/)
  const own = texts[area] ?? []
  return own.some((text) => wanted.test(text) || (saysEnough(text) && pattern(text, GIVEN).test(quote)))
}

/** The parts of a quote that stand on the page as texts of their own. */
function partsOf(quote: string): string[] {
  if (quote.includes(' / ')) return quote.split(' / ')
  if (quote.endsWith('INR/USD')) return ['INR', 'USD'].map((money) => quote.replace('INR/USD', money))
  if (quote === 'Virtual Class: Yes') return ['Virtual Class', 'Yes']
  const [, lead, banner] = /^(Limited Time Offer:)( .+)$/.exec(quote) ?? []
  return lead && banner ? [lead, banner] : [quote]
}

/** Each quote with the part of the client that shall say it; `'…' (student)` says so itself. */
function readQuotes(): [area: Area, quote: string][] {
  const found = new Map<string, [Area, string]>()
  let [section, point] = ['', '']
  for (const line of spec.split('\n')) {
    if (line.startsWith('#')) [section, point] = [line.replace(/^#+ /, ''), '']
    if (/^- /.test(line)) point = /^- \*\*(.+?)\*\*/.exec(line)?.[1] ?? ''
    for (const { 0: whole, 1: text = '', index } of line.matchAll(QUOTE)) {
      if (text === NO_TEXT) continue
      const named = /^ \((student|teacher)\)/.exec(line.slice(index + whole.length))?.[1]
      const area = (named as Area | undefined) ?? areaOf(section, point, line)
      const quote = text.replace(/: $/, ': ...')
      found.set(`${area} ${quote}`, [area, quote])
    }
  }
  return [...found.values()]
}

const quotes = readQuotes()

test.each(quotes.flatMap(([area, quote]) => partsOf(quote).map((part) => [area, part] as const)))(
  '%s: somewhere it says: %s',
  (area, quote) => {
    expect(isThere(quote, area), `is no text of ${area}`).toBe(true)
  },
)

test('the specification was found', () => {
  expect(quotes.length).toBeGreaterThanOrEqual(QUOTES_AT_LEAST)
  expect(isThere('Nobody has ever said this.', 'anywhere')).toBe(false)
})

test('what belongs to one part is not found in another', () => {
  expect(quotes).toContainEqual(['student', 'Please select the type of help you need'])
  expect(isThere('Please select a student', 'teacher')).toBe(true)
  expect(isThere('Please select a student', 'student')).toBe(false)
})
