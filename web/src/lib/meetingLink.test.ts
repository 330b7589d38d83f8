// @vitest-environment node
import { expect, test } from 'vitest'
import { normalizeMeetingLink } from './meetingLink'

test.each([
  'https://meet.google.com/abc-defg-hij',
  ' https://meet.google.com/ABC-DEFG-HIJ?authuser=1 ',
  'http://meet.google.com/abc-defg-hij/',
  'meet.google.com/abc-defg-hij#x',
])('%s is a meeting link', (link) => {
  expect(normalizeMeetingLink(link)).toBe('https://meet.google.com/abc-defg-hij')
})

test.each([
  '',
  'https://meet.google.com/',
  'https://meet.google.com/new',
  'https://meet.google.com/-',
  'https://meet.google.com/abc/def',
  'https://meet.google.com.evil.example/abc-defg-hij',
  'https://zoom.us/j/123',
])('%s is not a meeting link', (link) => {
  expect(normalizeMeetingLink(link)).toBeNull()
})
