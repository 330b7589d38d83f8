// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { frameCopy } from '@/copy/frame'
import { refunds } from '@/copy/legalRefunds'
import { siteCopy } from '@/copy/site'
import * as sectionCopies from '@/copy/siteSections'
import { waitlistCopy } from '@/copy/waitlist'

const spec = readFileSync('../docs/spec/SPEC.md', 'utf8')

/** The quoted texts of a section of SPEC. */
function quotedTexts(from: string, to: string): string[] {
  const part = spec.slice(spec.indexOf(from), spec.indexOf(to, spec.indexOf(from)))
  return [...part.matchAll(/(?<=[\s(])'([^']+)'/g)].map(([, quote = '']) => quote)
}

/** All texts of a catalogue, including those of functions. */
function allTexts(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return [catalogue]
  if (typeof catalogue === 'function') return allTexts(catalogue('Tala'))
  if (typeof catalogue !== 'object' || catalogue === null) return []
  return Object.values(catalogue).flatMap(allTexts)
}

const { bannerCopy } = sectionCopies
const site = [bannerCopy.lead + bannerCopy.text, ...allTexts([siteCopy, sectionCopies, frameCopy])]

test.each(quotedTexts('### Landing page', '### Onboarding'))('the site contains: %s', (quote) => {
  expect(site).toContain(quote)
})

test.each([
  ...quotedTexts('- **Waitlist:** name', '- **Availability'),
  ...quotedTexts('- **Waitlist:** alert', '- **Credit'),
])('the waitlist contains: %s', (quote) => {
  expect(allTexts(waitlistCopy)).toContain(quote)
})

test('SPEC contains quoted texts', () => {
  expect(quotedTexts('### Landing page', '### Onboarding')).toHaveLength(7)
  expect(quotedTexts('- **Waitlist:** name', '- **Availability')).toHaveLength(5)
  expect(quotedTexts('- **Waitlist:** alert', '- **Credit')).toHaveLength(2)
})

test('the waitlist offers SPEC’s dance styles, and teaching first', () => {
  const styles = /Dance style options: (.+)\./.exec(spec)?.[1]?.split(', ')
  expect(waitlistCopy.danceStyles).toEqual(styles)
  expect(waitlistCopy.roles.map((role) => role.label)).toEqual(['Teach', 'Learn'])
})

test('the refund policy has SPEC’s date', () => {
  expect(spec).toContain(`Last updated ${refunds({ product: '', email: '' }).updated}`)
})
