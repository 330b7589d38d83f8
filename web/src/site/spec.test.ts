// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { frameCopy } from '@/copy/frame'
import { refunds } from '@/copy/legalRefunds'
import { siteCopy } from '@/copy/site'
import { waitlistCopy } from '@/copy/waitlist'

const spec = readFileSync('../docs/spec/SPEC.md', 'utf8')

/** The quoted texts of a part of the specification. */
function quotesOf(from: string, to: string): string[] {
  const part = spec.slice(spec.indexOf(from), spec.indexOf(to, spec.indexOf(from)))
  return [...part.matchAll(/(?<=[\s(])'([^']+)'/g)].map(([, quote = '']) => quote)
}

/** All texts of a catalogue, those that need a name among them. */
function textsOf(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return [catalogue]
  if (typeof catalogue === 'function') return textsOf(catalogue('Tala'))
  if (typeof catalogue !== 'object' || catalogue === null) return []
  return Object.values(catalogue).flatMap(textsOf)
}

const site = [siteCopy.bannerLead + siteCopy.banner, ...textsOf([siteCopy, frameCopy])]

test.each(quotesOf('### Landing page', '### Onboarding'))('the site says: %s', (quote) => {
  expect(site).toContain(quote)
})

test.each([
  ...quotesOf('- **Waitlist:** name', '- **Availability'),
  ...quotesOf('- **Waitlist:** alert', '- **Credit'),
])('the waitlist says: %s', (quote) => {
  expect(textsOf(waitlistCopy)).toContain(quote)
})

test('the specification was found', () => {
  expect(quotesOf('### Landing page', '### Onboarding')).toHaveLength(7)
  expect(quotesOf('- **Waitlist:** name', '- **Availability')).toHaveLength(5)
  expect(quotesOf('- **Waitlist:** alert', '- **Credit')).toHaveLength(2)
})

test('the waitlist offers the styles of the specification, and teaching first', () => {
  const styles = /Dance style options: (.+)\./.exec(spec)?.[1]?.split(', ')
  expect(waitlistCopy.danceStyles).toEqual(styles)
  expect(waitlistCopy.roles.map((role) => role.label)).toEqual(['Teach', 'Learn'])
})

test('the refund policy bears the date of the specification', () => {
  expect(spec).toContain(`Last updated ${refunds({ product: '', email: '' }).updated}`)
})
