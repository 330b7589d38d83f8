// @vitest-environment node
/**
 * Every text that SPEC quotes is a text of the client, word for word, in the area that SPEC assigns
 * it to.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const spec = readFileSync('../docs/spec/SPEC.md', 'utf8')
const catalogues = import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true })

/** Catalogues of each area of the client, by file name. */
const AREAS = {
  anywhere: /./,
  public: /^(site|waitlist|frame|legal|notices)/,
  beginning: /^(onboarding|wizard|pending|session|commission|hours|labels)$/,
  student: /^(student|checkout|changes|payments|terms|joining|labels)$/,
  teacher: /^(teacher|commission|hours|joining|labels)/,
  admin: /^admin/,
}
type Area = keyof typeof AREAS

/** Area of a SPEC section or bullet point, by its heading or first words. */
const HEADINGS: readonly [pattern: RegExp, area: Area][] = [
  [/^(Landing page|Legal pages|Waitlist)/, 'public'],
  [/^(Onboarding|Verification pending|Teacher wizard|Teacher onboarding|Student onboarding)/, 'beginning'],
  [/^(On final submit|Login)\b(?! outcome)/, 'beginning'],
  [/^(Student|Coupon:|Booking:|Slots and booking|Paid|Credit|Follow-up|Bulk|Package purchase)/, 'student'],
  [/^(Teacher|Payment settings)/, 'teacher'],
  [/^Admin/, 'admin'],
]

/** The area of a line: from the line itself (`student failure '…'`), its bullet point, or its section. */
function areaOf(section: string, point: string, line: string): Area {
  const own = /^\s+- (student|teacher) failure/.exec(line)?.[1]
  if (own) return own as Area
  const about = (heading: string) => HEADINGS.find(([start]) => start.test(heading))?.[1]
  return about(point) ?? about(section) ?? 'anywhere'
}
const QUOTE = /(?<=[\s(/])'([^'\n]+(?:'(?=[a-z])[^'\n]+)*)'/g
/** A section name in a URL (`#account`); on the page it is called My Credits. */
const SECTION_NAME = 'Account'
const MIN_QUOTES = 135

/** Placeholder for arguments of text functions. */
const ARGUMENT = '⟨given⟩'

/** All texts of a catalogue, including those of functions. */
function textsOf(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return [catalogue]
  if (typeof catalogue === 'function')
    return textsOf(callWithArguments(catalogue as (...given: unknown[]) => unknown))
  if (typeof catalogue !== 'object' || catalogue === null) return []
  return Object.values(catalogue).flatMap(textsOf)
}

function callWithArguments(text: (...given: unknown[]) => unknown): unknown {
  try {
    return text(ARGUMENT, ARGUMENT, ARGUMENT)
  } catch {
    // The function takes a list or an object; SPEC quotes no such text.
    return null
  }
}

/** Whether a text has enough fixed characters to be recognized. */
const isRecognizable = (text: string) => text.includes(ARGUMENT) && text.replaceAll(ARGUMENT, '').length >= 10

function textsIn(area: Area): string[] {
  const own = Object.entries(catalogues).filter(([path]) =>
    AREAS[area].test(path.slice('./'.length, -'.ts'.length)),
  )
  return textsOf(own.map(([, catalogue]) => catalogue))
}

const texts = Object.fromEntries(Object.keys(AREAS).map((area) => [area, textsIn(area as Area)]))

/** A pattern in which SPEC's placeholders and function arguments match anything. */
function pattern(text: string, open: RegExp | string): RegExp {
  const escaped = text
    .split(open)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')
  return new RegExp(`^${escaped}$`)
}

function hasText(quote: string, area: Area): boolean {
  const wanted = pattern(quote, /\{\w+\}|\.{3}$/)
  const areaTexts = texts[area] ?? []
  return areaTexts.some(
    (text) => wanted.test(text) || (isRecognizable(text) && pattern(text, ARGUMENT).test(quote)),
  )
}

/** Parts of a quote that are separate texts in the client. */
function splitQuote(quote: string): string[] {
  if (quote.includes(' / ')) return quote.split(' / ')
  if (quote.endsWith('INR/USD')) return ['INR', 'USD'].map((money) => quote.replace('INR/USD', money))
  if (quote === 'Virtual Class: Yes') return ['Virtual Class', 'Yes']
  const [, lead, banner] = /^(Limited Time Offer:)( .+)$/.exec(quote) ?? []
  return lead && banner ? [lead, banner] : [quote]
}

/** All quotes with their area; `'…' (student)` names its area explicitly. */
function readQuotes(): [area: Area, quote: string][] {
  const found = new Map<string, [Area, string]>()
  let [section, point] = ['', '']
  for (const line of spec.split('\n')) {
    if (line.startsWith('#')) [section, point] = [line.replace(/^#+ /, ''), '']
    if (/^- /.test(line)) point = /^- \*\*(.+?)\*\*/.exec(line)?.[1] ?? ''
    for (const { 0: whole, 1: text = '', index } of line.matchAll(QUOTE)) {
      if (text === SECTION_NAME) continue
      const named = /^ \((student|teacher)\)/.exec(line.slice(index + whole.length))?.[1]
      const area = (named as Area | undefined) ?? areaOf(section, point, line)
      const quote = text.replace(/: $/, ': ...')
      found.set(`${area} ${quote}`, [area, quote])
    }
  }
  return [...found.values()]
}

const quotes = readQuotes()

test.each(quotes.flatMap(([area, quote]) => splitQuote(quote).map((part) => [area, part] as const)))(
  '%s area contains: %s',
  (area, quote) => {
    expect(hasText(quote, area), `is no text of ${area}`).toBe(true)
  },
)

test('the specification was read', () => {
  expect(quotes.length).toBeGreaterThanOrEqual(MIN_QUOTES)
  expect(hasText('Nobody has ever said this.', 'anywhere')).toBe(false)
})

test('texts of one area are not found in another', () => {
  expect(quotes).toContainEqual(['student', 'Please select the type of help you need'])
  expect(hasText('Please select a student', 'teacher')).toBe(true)
  expect(hasText('Please select a student', 'student')).toBe(false)
})
