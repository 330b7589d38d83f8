// @vitest-environment node
import { expect, test } from 'vitest'
import { isInstagram, isVideoLink } from './profileFields'

test.each([
  ['', true],
  ['https://youtu.be/dQw4w9WgXcQ', true],
  ['youtu.be/x', true],
  ['https://example.co.in:8443/मीरा/(1).mp4', true],
  ['not a url', false],
  ['javascript:alert(1)', false],
  ['http://example.test', false],
  ['https://localhost/x', false],
  ['https://user@example.test/', false],
  ['https://example.test/a"b', false],
])('video link %j: %s', (text, valid) => expect(isVideoLink(text)).toBe(valid))

test.each([
  ['', true],
  ['@asha.dance', true],
  ['https://www.instagram.com/asha.dance/?hl=en', true],
  ['my page', false],
  ['instagram.com', false],
])('Instagram %j: %s', (text, valid) => expect(isInstagram(text)).toBe(valid))
